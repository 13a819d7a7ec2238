import type { FigureMeasure } from '@lotkeeper/contract/money/figures';
import {
  figureMessages,
  isOfOrganization,
  maxCountedEntries,
} from '@lotkeeper/contract/money/figures';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import { wrongFields } from '../../../kernel/refusal.ts';
import { joinRows, sumMoney } from '../../../records/money/money-sums.ts';
import type { RevenueScope } from '../../../records/money/revenue.ts';
import { selectSpots } from '../../../records/money/revenue.ts';
import type { EntryQuestion } from './figures.rules.ts';
import { filterDays, isSummedUp } from './figures.rules.ts';
import type { EntryMeasure } from './measures.queries.ts';
import { entryAmount, entryFilters, measureOfSpots, sumMeasure } from './measures.queries.ts';

/** A figure's totals, and the newest entry included. */
export interface Total {
  total: number;
  count: number;
  newest: number;
}

/** The days `d` of property `s` that can have entries of a question, from a rollup. */
export function selectDays(
  sql: Sql,
  scope: RevenueScope,
  { start_date: from, end_date: to, ...question }: EntryQuestion,
  order: 'asc' | 'desc' = 'asc',
): Fragment {
  const groupBy = { local_date: 'day' } as const;
  const filters = filterDays(question);
  const days = sumMoney(sql, scope, { measures: [], by: groupBy, span: { from, to }, filters });
  return sql`(${days} order by local_date ${sql.unsafe(order)}) d`;
}

/** The newest entry of the organization. What is recorded later isn't in a list that was started before. */
export const newestEntry = (sql: Sql, { organizationId }: RevenueScope) => sql`
  (select coalesce(max(pk), 0) from ledger_entries where organization_id = ${organizationId}) as newest`;

export const sumColumns = (sql: Sql) => sql`
  coalesce(sum(amount), 0)::bigint as total, coalesce(sum(count), 0)::bigint as count`;

/** The condition that an entry isn’t newer than the given one; empty without one. */
export const isUpTo = (sql: Sql, pk: Fragment, upTo: number | undefined) =>
  upTo === undefined ? sql`` : sql`and ${pk} <= ${upTo}`;

/** What each entry of a question adds to its measure, up to a given entry; read day by day. */
const entryParts = (
  sql: Sql,
  scope: RevenueScope,
  measure: EntryMeasure,
  question: EntryQuestion,
  upTo: number | undefined,
) => sql`
  select ${entryAmount(sql, measure)} as amount, 1 as count
  from ${selectDays(sql, scope, question)}
  join ledger_entries e on e.organization_id = ${scope.organizationId} and e.spot_pk = s.pk
    and e.local_date = d.local_date
  where ${entryFilters(sql, measure, question)} ${isUpTo(sql, sql`e.pk`, upTo)}`;

async function sumParts(scope: RevenueScope, selectParts: (sql: Sql) => Fragment): Promise<Total> {
  const [row] = await scope.read<Total[]>(
    (sql) => sql`
      select ${sumColumns(sql)}, ${newestEntry(sql, scope)} from (${selectParts(sql)}) parts`,
  );
  return must(row, 'sum of a figure');
}

/** Sum of the parts at each property `s`. */
const sumBySpot = (sql: Sql, scope: RevenueScope, addends: Fragment): Fragment => sql`
  select spot.amount, spot.count from ${selectSpots(sql, scope)} cross join lateral (
    select sum(amount) as amount, sum(count) as count from (${addends}) parts) spot`;

/** Refuses a question that would take long: the range has more entries than are counted or sorted one by one. */
export async function checkReach(scope: RevenueScope, { start_date, end_date }: EntryQuestion) {
  const { count } = await sumParts(scope, (sql) => {
    return sumBySpot(sql, scope, sumMeasure(sql, scope, 'net', { start_date, end_date }));
  });
  if (count > maxCountedEntries) throw wrongFields({ start_date: figureMessages.tooManyToCount });
}

/** Payouts, which are few and have their own index. */
const payoutParts = (
  sql: Sql,
  { organizationId }: RevenueScope,
  measure: 'paid_out' | 'owed',
  { start_date, end_date }: EntryQuestion,
  upTo: number | undefined,
) => sql`
  select ${entryAmount(sql, measure)} as amount, 1 as count from ledger_entries e
  where e.organization_id = ${organizationId} and e.kind = 'payout'
    and e.local_date between ${start_date} and ${end_date} ${isUpTo(sql, sql`e.pk`, upTo)}`;

/** What entries newer than a given one add to a sum, so that it can be subtracted. */
const newerParts = (
  sql: Sql,
  scope: RevenueScope,
  measure: EntryMeasure,
  question: EntryQuestion,
  upTo: number,
) => sql`
  select - ${entryAmount(sql, measure)} as amount, -1 as count from ledger_entries e
  where e.organization_id = ${scope.organizationId} and e.pk > ${upTo} and e.spot_pk is not null
    ${scope.kind === 'spot' ? sql`and e.spot_pk = ${scope.spotPk}` : sql``}
    and e.local_date between ${question.start_date} and ${question.end_date}
    and ${entryFilters(sql, measure, question)}`;

/** Whether so few entries are newer than a given one that they can be subtracted from a sum. */
const areNewerFew = async (scope: RevenueScope, upTo: number) =>
  (await readNewestEntry(scope)) - upTo <= maxCountedEntries;

/**
 * The totals of entries. If a rollup has the sum, it's used, minus the entries that are too new; otherwise entries are
 * counted one by one.
 */
export async function readEntryTotal(
  scope: RevenueScope,
  measure: FigureMeasure,
  question: EntryQuestion,
  upTo: number | undefined,
): Promise<Total> {
  const ofSpots = measureOfSpots(measure);
  const isCounted =
    ofSpots !== null &&
    (!isSummedUp(ofSpots, question) || (upTo !== undefined && !(await areNewerFew(scope, upTo))));
  if (isCounted) await checkReach(scope, question);
  return sumParts(scope, (sql) => {
    const addends: Fragment[] = [];
    if (ofSpots) {
      const sum =
        isCounted || ofSpots === 'tax_difference'
          ? entryParts(sql, scope, ofSpots, question, upTo)
          : sumMeasure(sql, scope, ofSpots, question);
      addends.push(sumBySpot(sql, scope, sum));
      if (!isCounted && upTo !== undefined)
        addends.push(newerParts(sql, scope, ofSpots, question, upTo));
    }
    if (isOfOrganization(measure)) addends.push(payoutParts(sql, scope, measure, question, upTo));
    return joinRows(sql, addends);
  });
}

/** The newest entry of the organization, for a list that starts without its total. */
export async function readNewestEntry(scope: RevenueScope): Promise<number> {
  const [row] = await scope.read<{ newest: number }[]>(
    (sql) => sql`select ${newestEntry(sql, scope)}`,
  );
  return must(row, 'newest entry').newest;
}
