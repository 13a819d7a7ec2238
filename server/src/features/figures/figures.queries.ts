import type { FigureMeasure, FigureQuestion } from '@lotkeeper/contract/figures';
import { figureMessages, isOfOrganization, maxCountedEntries } from '@lotkeeper/contract/figures';
import type { SpotScope, WholeOrganizationScope } from '../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../kernel/data/database.ts';
import { must } from '../../kernel/must.ts';
import { wrongFields } from '../../kernel/refusal.ts';
import { splitRange } from '../../records/day-spans.ts';
import type { EntryFilters } from './figures.rules.ts';
import { chooseDays, chooseRollup } from './figures.rules.ts';
import type { EntryMeasure } from './measures.queries.ts';
import {
  entryAmount,
  entryFilters,
  measureOfSpots,
  rollupFilters,
  sumRollupRow,
} from './measures.queries.ts';

export type FigureScope = WholeOrganizationScope | SpotScope;

/** The range and filters of a question about entries of properties. */
export type EntryQuestion = EntryFilters & Pick<FigureQuestion, 'start_date' | 'end_date'>;

/** What a figure comes to, and the newest entry that is in it. */
export interface Total {
  total: number;
  count: number;
  newest: number;
}

/** The scope's property, or all of its organization, as `s`: hidden ones too, for their money is the organization's. */
export function selectSpots(sql: Sql, scope: FigureScope): Fragment {
  const only = scope.kind === 'spot' ? scope.spotPk : null;
  return sql`(
    select pk, name, timezone from spots
    where organization_id = ${scope.organizationId} and (${only}::bigint is null or pk = ${only})) s`;
}

/** The days of property `s` that can have entries of a question, from a rollup, as `d`. */
export function selectDays(
  sql: Sql,
  { organizationId }: FigureScope,
  question: EntryQuestion,
  order: 'asc' | 'desc' = 'asc',
): Fragment {
  const table = chooseDays(question);
  return sql`(
    select local_date from ${sql.identifier(table)}
    where organization_id = ${organizationId} and spot_pk = s.pk
      and local_date between ${question.start_date} and ${question.end_date}
      ${rollupFilters(sql, table, question)}
    group by local_date order by local_date ${sql.unsafe(order)}) d`;
}

/** The newest entry of the organization. What is recorded later isn't in a list that was begun before. */
export const newestEntry = (sql: Sql, { organizationId }: FigureScope) => sql`
  (select coalesce(max(pk), 0) from ledger_entries where organization_id = ${organizationId}) as newest`;

export const sumColumns = (sql: Sql) => sql`
  coalesce(sum(amount), 0)::bigint as total, coalesce(sum(count), 0)::bigint as count`;

/** The parts of a question at property `s`, each with an amount and a number of entries, from a rollup. */
function rollupParts(
  sql: Sql,
  { organizationId }: FigureScope,
  measure: EntryMeasure,
  question: EntryQuestion,
): Fragment | null {
  const { start_date, end_date } = question;
  const rollup = chooseRollup(measure, question);
  const { amount, count } = sumRollupRow(sql, measure);
  type Table = Parameters<typeof rollupFilters>[1];
  const select = (table: Table, span: { from: string; to: string }) => sql`
    select ${amount} as amount, ${count} as count from ${sql.identifier(table)}
    where organization_id = ${organizationId} and spot_pk = s.pk
      and local_date between ${span.from}::date and ${span.to}::date
      ${rollupFilters(sql, table, question)}`;
  if (rollup === null) return null;
  if (rollup !== 'days_and_months') return select(rollup, { from: start_date, to: end_date });
  const { head, months, tail } = splitRange(start_date, end_date);
  return sql`${select('revenue_days', head)} union all ${select('revenue_months', months)}
    union all ${select('revenue_days', tail)}`;
}

/** Whether an entry isn't newer than another; with none, it never is. */
export const isUpTo = (sql: Sql, pk: Fragment, upTo: number | undefined) =>
  upTo === undefined ? sql`` : sql`and ${pk} <= ${upTo}`;

/** The same from the entries themselves, day by day, as far as one of them. */
const entryParts = (
  sql: Sql,
  scope: FigureScope,
  measure: EntryMeasure,
  question: EntryQuestion,
  upTo: number | undefined,
) => sql`
  select ${entryAmount(sql, measure)} as amount, 1 as count
  from ${selectDays(sql, scope, question)}
  join ledger_entries e on e.organization_id = ${scope.organizationId} and e.spot_pk = s.pk
    and e.local_date = d.local_date
  where ${entryFilters(sql, measure, question)} ${isUpTo(sql, sql`e.pk`, upTo)}`;

/** The rows of all queries. */
export const joinRows = (sql: Sql, [first = sql``, ...others]: readonly Fragment[]): Fragment =>
  others.reduce((joined, query) => sql`${joined} union all (${query})`, sql`(${first})`);

/** What parts come to. */
async function sumParts(scope: FigureScope, selectParts: (sql: Sql) => Fragment): Promise<Total> {
  const [row] = await scope.read<Total[]>(
    (sql) => sql`
      select ${sumColumns(sql)}, ${newestEntry(sql, scope)} from (${selectParts(sql)}) parts`,
  );
  return must(row, 'sum of a figure');
}

/** The sum of the parts at each property `s`. */
const sumBySpot = (sql: Sql, scope: FigureScope, addends: Fragment): Fragment => sql`
  select spot.amount, spot.count from ${selectSpots(sql, scope)} cross join lateral (
    select sum(amount) as amount, sum(count) as count from (${addends}) parts) spot`;

/** Refuses what would read for a long time: more entries of the range than are counted or sorted one by one. */
export async function checkReach(scope: FigureScope, { start_date, end_date }: EntryQuestion) {
  const { count } = await sumParts(scope, (sql) => {
    const days = rollupParts(sql, scope, 'net', { start_date, end_date });
    return sumBySpot(sql, scope, must(days, 'sum of days'));
  });
  if (count > maxCountedEntries) throw wrongFields({ start_date: figureMessages.tooManyToCount });
}

/** Payouts, which are few and have an index of their own. */
const payoutParts = (
  sql: Sql,
  { organizationId }: FigureScope,
  measure: 'paid_out' | 'owed',
  { start_date, end_date }: EntryQuestion,
  upTo: number | undefined,
) => sql`
  select ${entryAmount(sql, measure)} as amount, 1 as count from ledger_entries e
  where e.organization_id = ${organizationId} and e.kind = 'payout'
    and e.local_date between ${start_date} and ${end_date} ${isUpTo(sql, sql`e.pk`, upTo)}`;

/** What the entries of properties that are newer than one of them add to a sum, to take it out again. */
const newerParts = (
  sql: Sql,
  scope: FigureScope,
  measure: EntryMeasure,
  question: EntryQuestion,
  upTo: number,
) => sql`
  select - ${entryAmount(sql, measure)} as amount, -1 as count from ledger_entries e
  where e.organization_id = ${scope.organizationId} and e.pk > ${upTo} and e.spot_pk is not null
    ${scope.kind === 'spot' ? sql`and e.spot_pk = ${scope.spotPk}` : sql``}
    and e.local_date between ${question.start_date} and ${question.end_date}
    and ${entryFilters(sql, measure, question)}`;

/** Whether the entries that are newer than one of them are so few that they can be taken out of a sum. */
const areNewerFew = async (scope: FigureScope, upTo: number) =>
  (await readNewestEntry(scope)) - upTo <= maxCountedEntries;

/**
 * What entries come to: those of properties by a rollup where one has the sum, less the entries that are too new where
 * only those up to one of them count; else counted one by one.
 */
export async function readEntryTotal(
  scope: FigureScope,
  measure: FigureMeasure,
  question: EntryQuestion,
  upTo: number | undefined,
): Promise<Total> {
  const ofSpots = measureOfSpots(measure);
  const isCounted =
    ofSpots !== null &&
    (chooseRollup(ofSpots, question) === null ||
      (upTo !== undefined && !(await areNewerFew(scope, upTo))));
  if (isCounted) await checkReach(scope, question);
  return sumParts(scope, (sql) => {
    const addends: Fragment[] = [];
    if (ofSpots) {
      const rollup = isCounted ? null : rollupParts(sql, scope, ofSpots, question);
      const entries = rollup ?? entryParts(sql, scope, ofSpots, question, upTo);
      addends.push(sumBySpot(sql, scope, entries));
      if (rollup && upTo !== undefined)
        addends.push(newerParts(sql, scope, ofSpots, question, upTo));
    }
    if (isOfOrganization(measure)) addends.push(payoutParts(sql, scope, measure, question, upTo));
    return joinRows(sql, addends);
  });
}

/** The newest entry of the organization, for a list that is begun without its total. */
export async function readNewestEntry(scope: FigureScope): Promise<number> {
  const [row] = await scope.read<{ newest: number }[]>(
    (sql) => sql`select ${newestEntry(sql, scope)}`,
  );
  return must(row, 'newest entry').newest;
}
