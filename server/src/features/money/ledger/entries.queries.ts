import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { EntryOrder, FigureMeasure } from '@lotkeeper/contract/money/figures';
import { isOfOrganization } from '@lotkeeper/contract/money/figures';
import type { EntryKind } from '@lotkeeper/contract/money/ledger';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { joinRows } from '../../../records/money/money-sums.ts';
import type { RevenueScope } from '../../../records/money/revenue.ts';
import { selectSpots } from '../../../records/money/revenue.ts';
import type { Position } from './entry-cursor.ts';
import { selectDays } from './figures.queries.ts';
import type { EntryQuestion } from './figures.rules.ts';
import { splitDays } from './figures.rules.ts';
import type { EntryMeasure } from './measures.queries.ts';
import { entryAmount, entryFilters, measureOfSpots } from './measures.queries.ts';

/** A listed entry of a figure; amounts in cents, times in ms since 1970. */
export interface EntryRow {
  pk: number;
  occurred_at: Instant;
  local_date: LocalDate;
  kind: EntryKind;
  spot: { pk: number; name: string; timezone: string } | null;
  rental_type: RentalType | null;
  source: string;
  external_id: string;
  rental: { uuid: string } | null;
  violation: { uuid: string } | null;
  plate: string | null;
  amount: number;
  gross: number;
  refund: number;
  tax: number;
  processing_fee: number;
  commission: number;
}

/** Where a list starts, its newest entry, how many to read, and today’s date in UTC. */
export interface EntryList {
  order: EntryOrder;
  newest: number;
  after: Pick<Position, 'date' | 'at' | 'amount' | 'pk'> | null;
  rows: number;
  today: LocalDate;
}

export const isByAmount = (order: EntryOrder) => order === 'largest' || order === 'smallest';
const isDescending = (order: EntryOrder) => order === 'newest' || order === 'largest';

const direction = (sql: Sql, order: EntryOrder) => sql.unsafe(isDescending(order) ? 'desc' : 'asc');

/** The columns that a list is sorted by. */
export const orderColumns = (sql: Sql, order: EntryOrder) => {
  const way = direction(sql, order);
  return isByAmount(order)
    ? sql`e.amount ${way}, e.pk ${way}`
    : sql`e.local_date ${way}, e.occurred_at ${way}, e.pk ${way}`;
};

/** Whether ledger entry `e` comes after the last one of the previous page. */
export const isAfter = (sql: Sql, amount: Fragment, { order, after }: EntryList) => {
  if (!after) return sql``;
  const compare = sql.unsafe(isDescending(order) ? '<' : '>');
  return isByAmount(order)
    ? sql`and (${amount}, e.pk) ${compare} (${after.amount}::bigint, ${after.pk}::bigint)`
    : sql`and (e.local_date, e.occurred_at, e.pk) ${compare} (${after.date}::date,
        timestamptz 'epoch' + ${after.at}::bigint * interval '1 millisecond', ${after.pk}::bigint)`;
};

/** The remaining days of a list sorted by time. */
function narrowDays(question: EntryQuestion, { order, after }: EntryList): EntryQuestion {
  if (!after || isByAmount(order)) return question;
  return order === 'newest'
    ? { ...question, end_date: after.date }
    : { ...question, start_date: after.date };
}

/** Columns of ledger entry `e` that every list needs. */
export const entryColumns = (sql: Sql, amount: Fragment) => sql`
  e.pk, e.local_date, e.occurred_at, e.kind, e.rental_pk, e.violation_pk, e.rental_type, e.source, e.external_id, e.gross,
  e.refund, e.tax, e.processing_fee, e.commission, ${amount} as amount`;

const atSpot = (sql: Sql, { organizationId }: RevenueScope) =>
  sql`e.organization_id = ${organizationId} and e.spot_pk = s.pk`;

/**
 * Whether ledger entry `e` has a discount code: checked per entry, which `offset 0` preserves, since a page needs few.
 */
const codeFilter = (sql: Sql, { code }: EntryQuestion) =>
  code === undefined
    ? sql``
    : sql`and exists (
        select from (
          select u.promo_code_pk from promo_uses u
          where u.organization_id = e.organization_id and u.rental_pk = e.rental_pk offset 0) u
        join promo_codes p on p.organization_id = e.organization_id and p.pk = u.promo_code_pk
        where p.code = ${code})`;

/**
 * Reads the next entries of property `s` by time: one day after another by its index until the page is full, so that
 * neither a long history nor a rare filter reads more than it lists.
 */
function nextByTime(
  sql: Sql,
  scope: RevenueScope,
  measure: EntryMeasure,
  question: EntryQuestion,
  list: EntryList,
): Fragment {
  const amount = entryAmount(sql, measure);
  const way = direction(sql, list.order);
  const days = selectDays(sql, scope, question, isDescending(list.order) ? 'desc' : 'asc');
  return sql`
    select e.* from ${days} cross join lateral (
      select ${entryColumns(sql, amount)} from ledger_entries e
      where ${atSpot(sql, scope)} and e.local_date = d.local_date and e.pk <= ${list.newest}
        and ${entryFilters(sql, measure, question)} ${codeFilter(sql, question)} ${isAfter(sql, amount, list)}
      order by e.occurred_at ${way}, e.pk ${way} limit ${sql.literal(list.rows)}) e
    order by d.local_date ${way}, e.occurred_at ${way}, e.pk ${way} limit ${sql.literal(list.rows)}`;
}

/** Reads the next entries of property `s` by amount: all of them are read and sorted. */
function nextByAmount(
  sql: Sql,
  scope: RevenueScope,
  measure: EntryMeasure,
  question: EntryQuestion,
  list: EntryList,
): Fragment {
  const amount = entryAmount(sql, measure);
  return sql`
    select * from (
      select ${entryColumns(sql, amount)}
      from ${selectDays(sql, scope, question)}
      join ledger_entries e on ${atSpot(sql, scope)} and e.local_date = d.local_date
      where e.pk <= ${list.newest} and ${entryFilters(sql, measure, question)} ${isAfter(sql, amount, list)}) e
    order by ${orderColumns(sql, list.order)} limit ${sql.literal(list.rows)}`;
}

/** Adds to rows of `e` what pages show beside an entry: its property, its rental, and the car's plate. */
export const listWithNames = (
  sql: Sql,
  { organizationId }: RevenueScope,
  entries: Fragment,
  order: EntryOrder,
  withTables: Fragment = sql``,
) => sql<EntryRow[]>`
  ${withTables}
  select e.pk, ${toEpochMs(sql, sql`e.occurred_at`)} as occurred_at, e.local_date, e.kind,
    case when e.spot_pk is not null then
      json_build_object('pk', e.spot_pk, 'name', e.spot_name, 'timezone', e.timezone) end as spot,
    e.rental_type, e.source, e.external_id,
    case when r.pk is not null then json_build_object('uuid', r.uuid) end as rental,
    case when v.pk is not null then json_build_object('uuid', v.uuid) end as violation,
    coalesce(c.plate, v.plate) as plate,
    e.amount, e.gross, e.refund, e.tax, e.processing_fee, e.commission
  from (${entries}) e
  left join live_rentals r on r.organization_id = ${organizationId} and r.pk = e.rental_pk
  left join violations v on v.organization_id = ${organizationId} and v.pk = e.violation_pk
  left join cars c on c.organization_id = ${organizationId} and c.pk = r.car_pk
  order by ${orderColumns(sql, order)}`;

/** The next entries of the scope's properties. */
const nextOfSpots = (
  sql: Sql,
  scope: RevenueScope,
  measure: EntryMeasure,
  question: EntryQuestion,
  list: EntryList,
): Fragment => {
  const next = isByAmount(list.order) ? nextByAmount : nextByTime;
  return sql`
    select s.pk as spot_pk, s.name as spot_name, s.timezone, e.*
    from ${selectSpots(sql, scope)}
    cross join lateral (${next(sql, scope, measure, question, list)}) e`;
};

/** The next payouts, which belong to no property. */
const nextPayouts = (
  sql: Sql,
  scope: RevenueScope,
  measure: 'paid_out' | 'owed',
  { start_date, end_date }: EntryQuestion,
  list: EntryList,
): Fragment => {
  const amount = entryAmount(sql, measure);
  return sql`
    select null::bigint as spot_pk, null::text as spot_name, null::text as timezone,
      ${entryColumns(sql, amount)}
    from ledger_entries e
    where e.organization_id = ${scope.organizationId} and e.kind = 'payout' and e.pk <= ${list.newest}
      and e.local_date between ${start_date} and ${end_date} ${isAfter(sql, amount, list)}`;
};

/** The next entries of a question's days. */
const readEntries = (
  scope: RevenueScope,
  measure: FigureMeasure,
  question: EntryQuestion,
  list: EntryList,
): Promise<EntryRow[]> =>
  scope.read((sql) => {
    const spotMeasure = measureOfSpots(measure);
    const sources = [
      ...(spotMeasure ? [nextOfSpots(sql, scope, spotMeasure, question, list)] : []),
      ...(isOfOrganization(measure) ? [nextPayouts(sql, scope, measure, question, list)] : []),
    ];
    const entries = sql`
      select e.* from (${joinRows(sql, sources)}) e
      order by ${orderColumns(sql, list.order)} limit ${sql.literal(list.rows)}`;
    return listWithNames(sql, scope, entries, list.order);
  });

/** A page of a question's entries, and one more if there is a next page. */
export async function listEntries(
  scope: RevenueScope,
  measure: FigureMeasure,
  question: EntryQuestion,
  list: EntryList,
): Promise<EntryRow[]> {
  const days = narrowDays(question, list);
  if (scope.kind === 'spot' || isByAmount(list.order))
    return readEntries(scope, measure, days, list);
  const range = { from: days.start_date, to: days.end_date };
  const rows: EntryRow[] = [];
  for (const { from, to } of splitDays(range, list.order, list.today)) {
    const span = { ...question, start_date: from, end_date: to };
    rows.push(...(await readEntries(scope, measure, span, list)));
    if (rows.length >= list.rows) break;
  }
  return rows.slice(0, list.rows);
}
