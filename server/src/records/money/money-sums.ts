import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { FigureQuestion } from '@lotkeeper/contract/money/figures';
import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import { typesReportedAs } from '@lotkeeper/contract/money/reported-types';
import { rentalGroups } from '@lotkeeper/contract/people/rentals';
import type { SpotScope } from '../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../kernel/data/database.ts';
import { toWeekday, weekdayText } from '../../kernel/data/weekday.ts';
import { must } from '../../kernel/must.ts';
import type { DaySpan } from '../day-spans.ts';
import { splitRange } from '../day-spans.ts';
import type { RevenueScope } from './revenue.ts';
import { computedColumns } from './revenue.ts';
import { moneyColumns, partColumns } from './rollups.ts';

/** The columns that money rollups sum, and the measures computed from them. */
export const rollupMeasures = {
  ...(Object.fromEntries(moneyColumns.map((name) => [name, name])) as Record<
    (typeof moneyColumns)[number],
    string
  >),
  charge_count: 'entry_count - refund_count',
  ...computedColumns,
} as const;

/**
 * Measures from other tables: penalties and the tax of refunds are read from the ledger by indexes, stays from rentals
 * that begin on those days.
 */
const otherMeasures = [
  {
    table: 'ledger_entries',
    columns: { penalties: 'gross', penalty_tax: 'tax', penalty_count: '1' },
    condition: `and kind = 'penalty'`,
  },
  {
    table: 'ledger_entries',
    columns: { refund_tax: 'tax' },
    condition: `and kind = 'refund'`,
  },
  { table: 'rental_stays', columns: { stays: 'stays', minutes: 'minutes' }, condition: '' },
];

export type MoneyMeasure =
  | keyof typeof rollupMeasures
  | 'penalties'
  | 'penalty_tax'
  | 'penalty_count'
  | 'refund_tax'
  | 'stays'
  | 'minutes';

/** The keys to group sums by: weeks by their Monday, months by their first day, types as reports show them. */
const keys = {
  day: 'local_date',
  week: `date_trunc('week', local_date::timestamp)::date`,
  month: `date_trunc('month', local_date::timestamp)::date`,
  weekday: weekdayText('local_date'),
  hour: 'local_hour',
  rental_type: `case rental_type when 'free_until_hourly' then 'hourly' else rental_type end`,
  source: 'source',
};

type CalendarValues = Record<'day' | 'week' | 'month', LocalDate>;
interface KeyValues extends CalendarValues, Record<'weekday' | 'hour', number> {
  rental_type: ReportedType;
  source: string;
}
type MoneyKey = keyof KeyValues;
type MoneyKeys = Readonly<Record<string, MoneyKey>>;

export type MoneyFilters = Pick<
  FigureQuestion,
  'rental_group' | 'rental_type' | 'source' | 'weekday' | 'hour'
>;

/** A row of sums; amounts in cents. */
export type MoneyRow<Measure extends string, By extends MoneyKeys> = Record<Measure, number> & {
  [Name in keyof By]: KeyValues[By[Name]];
};

export const revenueMeasures = [...partColumns, 'adjusted', 'net'] as const;
/** A property's revenue on a day, or in a month by its first day. */
export type RevenueRow = MoneyRow<(typeof revenueMeasures)[number], { date: 'day' }>;

interface MoneyQuestion {
  measures: readonly MoneyMeasure[];
  /** The keys to group by, each under its column name. */
  by?: MoneyKeys;
  /** null = the whole history, without keys and filters. */
  span: DaySpan | null;
  filters?: MoneyFilters;
}

/** The conditions for a row of a rollup, of rentals, or of ledger entries under an alias. */
export function filterRows(sql: Sql, filters: MoneyFilters, alias = ''): Fragment {
  const { rental_group: group, rental_type: type, source, weekday, hour } = filters;
  const types = group ? rentalGroups[group] : type && typesReportedAs(type);
  const column = (name: string) => sql.unsafe(`and ${alias}${name}`);
  return sql`
    ${types ? sql`${column('rental_type')} = any (${[...types]}::text[])` : sql``}
    ${source === undefined ? sql`` : sql`${column('source')} = ${source}`}
    ${weekday === undefined ? sql`` : sql`and ${toWeekday(sql, `${alias}local_date`)} = ${weekday}`}
    ${hour === undefined ? sql`` : sql`${column('local_hour')} = ${hour}`}`;
}

/** Measures that only days and months have, not hours and sources. */
const dailyMeasures: readonly string[] = ['enforcement', 'marketing', 'dynamic_pricing'];

/** The rollup that has all keys and filters; `days_and_months` reads days beside whole months; null = none. */
export function chooseRollup(
  measures: readonly string[],
  groupBy: readonly MoneyKey[],
  filters: MoneyFilters,
): 'revenue_hours' | 'revenue_sources' | 'revenue_days' | 'days_and_months' | null {
  const isAsked = (...names: (MoneyKey & keyof MoneyFilters)[]) =>
    names.some((name) => groupBy.includes(name) || filters[name] !== undefined);
  const byType = isAsked('rental_type') || filters.rental_group !== undefined;
  if (isAsked('hour', 'source')) {
    const isUplift = measures.some((name) => dailyMeasures.some((daily) => name.startsWith(daily)));
    if (isUplift || (isAsked('source') && (byType || isAsked('hour')))) return null;
    return isAsked('hour') ? 'revenue_hours' : 'revenue_sources';
  }
  const isByDay = isAsked('weekday') || groupBy.includes('day') || groupBy.includes('week');
  return isByDay ? 'revenue_days' : 'days_and_months';
}

/** The tables to read for a rollup, and the days of each: a range of years is read from few rows. */
function splitRollup(rollup: NonNullable<ReturnType<typeof chooseRollup>>, span: DaySpan) {
  if (rollup !== 'days_and_months') return [{ table: rollup, span }];
  const { head, months, tail } = splitRange(span.from, span.to);
  const sources = [
    { table: 'revenue_days', span: head },
    { table: 'revenue_months', span: months },
    { table: 'revenue_days', span: tail },
  ];
  const filled = sources.filter((part) => part.span.from <= part.span.to);
  return filled.length > 0 ? filled : sources.slice(0, 1);
}

/** The rows to sum, from each table that has some of the measures. */
function selectRows(sql: Sql, scope: RevenueScope, question: MoneyQuestion): Fragment {
  const { measures, by: groupBy = {}, span, filters = {} } = question;
  const atSpot = sql`organization_id = ${scope.organizationId}
    and spot_pk = ${scope.kind === 'spot' ? scope.spotPk : sql`s.pk`}`;
  const select = (columns: Readonly<Record<string, string>>, from: Fragment) => {
    const list = [
      ...Object.entries(groupBy).map(([name, key]) => `${keys[key]} as ${name}`),
      ...measures.map((measure) => `${columns[measure] ?? 0} as ${measure}`),
    ];
    return sql`select ${sql.unsafe(list.join(', '))} from ${from} ${filterRows(sql, filters)}`;
  };
  if (span === null) return select(rollupMeasures, sql`revenue_months where ${atSpot}`);
  const isWithin = (table: string, { from, to }: DaySpan) =>
    sql`${sql.identifier(table)} where ${atSpot} and local_date between ${from} and ${to}`;
  const hasAny = (columns: object) => measures.some((measure) => measure in columns);
  const others = otherMeasures.filter(({ columns }) => hasAny(columns));
  const rollup =
    hasAny(rollupMeasures) || others.length === 0
      ? must(chooseRollup(measures, Object.values(groupBy), filters), 'rollup of a sum')
      : null;
  return joinRows(sql, [
    ...(rollup ? splitRollup(rollup, span) : []).map((part) =>
      select(rollupMeasures, isWithin(part.table, part.span)),
    ),
    ...others.map(({ table, columns, condition }) =>
      select(columns, sql`${isWithin(table, span)} ${sql.unsafe(condition)}`),
    ),
  ]);
}

/**
 * SQL for the sums of the scope's property, or else of property `s`. Reads rollups by key, so the cost doesn't grow
 * with the history. Without keys it's one row, with zeros where there is nothing.
 */
export function sumMoney(sql: Sql, scope: RevenueScope, question: MoneyQuestion): Fragment {
  const names = Object.keys(question.by ?? {});
  const sums = question.measures.map((name) => `lotkeeper.sum_bigint(${name}) as ${name}`);
  const groups = names.length > 0 ? `group by ${names.join(', ')}` : '';
  return sql`
    select ${sql.unsafe([...names, ...sums].join(', '))}
    from (${selectRows(sql, scope, question)}) rows ${sql.unsafe(groups)}`;
}

/** Reads the sums of a property. */
export const readMoney = <Measure extends MoneyMeasure, const By extends MoneyKeys>(
  scope: SpotScope,
  question: MoneyQuestion & { measures: readonly Measure[]; by: By },
) => scope.read<MoneyRow<Measure, By>[]>((sql) => sql`${sumMoney(sql, scope, question)}`);

/** The rows of all queries. */
export const joinRows = (sql: Sql, [first = sql``, ...others]: readonly Fragment[]): Fragment =>
  others.reduce((union, query) => sql`${union} union all (${query})`, sql`(${first})`);
