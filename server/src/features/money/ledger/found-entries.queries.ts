import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { ListQuestion } from '@lotkeeper/contract/money/figures';
import {
  figureMessages,
  maxEntriesOfCode,
  maxReadEntries,
} from '@lotkeeper/contract/money/figures';
import { mayReadPlates } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import { wrongFields } from '../../../kernel/refusal.ts';
import type { RevenueScope } from '../../../records/money/revenue.ts';
import { selectSpots } from '../../../records/money/revenue.ts';
import type { EntryList, EntryRow } from './entries.queries.ts';
import { entryColumns, isAfter, listWithNames, orderColumns } from './entries.queries.ts';
import type { Total } from './figures.queries.ts';
import { isUpTo, newestEntry, sumColumns } from './figures.queries.ts';
import type { EntryQuestion } from './figures.rules.ts';
import type { EntryMeasure } from './measures.queries.ts';
import { entryAmount, entryFilters } from './measures.queries.ts';

/** A question about entries that are looked up, by a search or by their discount code. */
export type FoundQuestion = EntryQuestion & Pick<ListQuestion, 'search' | 'code'>;

export const isLookedUp = ({ search, code }: FoundQuestion) =>
  search !== undefined || code !== undefined;

/** How many uses a code has, up to a limit. */
export async function countUses(scope: RevenueScope, code: string, limit: number): Promise<number> {
  const [row] = await scope.read<{ uses: number }[]>(
    (sql) => sql`
      select count(*) as uses from (
        select from ${usesOfCode(sql, scope, code)} limit ${sql.literal(limit)}) used`,
  );
  return must(row, 'uses of a code').uses;
}

/** Uses `u` of a discount code at the scope's properties, including deleted codes. */
const usesOfCode = (sql: Sql, scope: RevenueScope, code: string) => sql`
  promo_codes p
  join promo_uses u on u.organization_id = p.organization_id and u.promo_code_pk = p.pk
  where p.organization_id = ${scope.organizationId} and p.code = ${code}
    ${scope.kind === 'spot' ? sql`and p.spot_pk = ${scope.spotPk}` : sql``}`;

/** The ids of the entries of the rentals in the table `used`, within the question's days: looked up one by one. */
const selectOfUsed = (sql: Sql, organizationId: number, question: FoundQuestion) => sql`
  select l.pk from used cross join lateral (
    select pk from ledger_entries
    where organization_id = ${organizationId} and rental_pk = used.rental_pk
      and local_date between ${question.start_date} and ${question.end_date}
    offset 0) l`;

/** The ids of the entries of a plate's rentals. */
const selectOfPlate = (sql: Sql, organizationId: number, search: string) => sql`
  select l.pk from cars c
  join live_rentals r on r.organization_id = c.organization_id and r.car_pk = c.pk
  join ledger_entries l on l.organization_id = r.organization_id and l.rental_pk = r.pk
  where c.organization_id = ${organizationId} and c.plate_key = ${plateKey(search)}`;

/** The ids of the entries with a reference, whatever their source: looked up by source, since there are few. */
const selectOfReference = (sql: Sql, organizationId: number, search: string) => sql`
  select l.pk from sources cross join lateral (
    select pk from ledger_entries
    where organization_id = ${organizationId} and source = sources.source and external_id = ${search}
    offset 0) l`;

/**
 * The ids of the found entries, as the table `found`: computed once per statement, even before PostgreSQL has
 * statistics of the tables. One more than the limit means that there are too many.
 */
function foundTable(sql: Sql, scope: RevenueScope, question: FoundQuestion): Fragment {
  const { organizationId } = scope;
  const { search, code = '' } = question;
  if (search === undefined) {
    return sql`
      with used as materialized (select distinct u.rental_pk from ${usesOfCode(sql, scope, code)}),
      found as materialized (
        ${selectOfUsed(sql, organizationId, question)} limit ${sql.literal(maxEntriesOfCode + 1)})`;
  }
  return sql`
    with recursive sources as (
      (select source from ledger_entries where organization_id = ${organizationId} order by source limit 1)
      union all
      select (select l.source from ledger_entries l where l.organization_id = ${organizationId}
        and l.source > sources.source order by l.source limit 1)
      from sources where sources.source is not null),
    found as materialized (
      ${mayReadPlates(scope) ? sql`${selectOfPlate(sql, organizationId, search)} union` : sql``}
      ${selectOfReference(sql, organizationId, search)} limit ${sql.literal(maxReadEntries + 1)})`;
}

/** Filters search results by the question's code; results of a code lookup already have it. */
const codeFilter = (sql: Sql, scope: RevenueScope, { search, code }: FoundQuestion) =>
  search === undefined || code === undefined
    ? sql``
    : sql`and exists (
        select from ${usesOfCode(sql, scope, code)} and u.rental_pk = e.rental_pk)`;

/** The found entries of a question, each as `e` beside its property. */
const selectFound = (
  sql: Sql,
  scope: RevenueScope,
  measure: EntryMeasure,
  question: FoundQuestion,
  filter: Fragment,
): Fragment => {
  const { organizationId } = scope;
  return sql`
    select s.pk as spot_pk, s.name as spot_name, s.timezone, ${entryColumns(sql, entryAmount(sql, measure))}
    from found
    join ledger_entries e on e.organization_id = ${organizationId} and e.pk = found.pk
    join ${selectSpots(sql, scope)} on s.pk = e.spot_pk
    where e.local_date between ${question.start_date} and ${question.end_date}
      and ${entryFilters(sql, measure, question)} ${codeFilter(sql, scope, question)} ${filter}`;
};

/** The totals of the found entries up to a given one; refuses if there are too many. */
export async function readFoundTotal(
  scope: RevenueScope,
  measure: EntryMeasure,
  question: FoundQuestion,
  upTo: number | undefined,
): Promise<Total> {
  const [row] = await scope.read<(Total & { found: number })[]>(
    (sql) => sql`
      ${foundTable(sql, scope, question)}
      select ${sumColumns(sql)}, ${newestEntry(sql, scope)}, (select count(*) from found) as found
      from (select amount, 1 as count from (
        ${selectFound(sql, scope, measure, question, isUpTo(sql, sql`e.pk`, upTo))}) e) parts`,
  );
  const { found, ...total } = must(row, 'sum of the entries found');
  const isOfCode = question.search === undefined;
  if (found <= (isOfCode ? maxEntriesOfCode : maxReadEntries)) return total;
  throw wrongFields(
    isOfCode ? { code: figureMessages.tooManyOfCode } : { search: figureMessages.tooManyFound },
  );
}

/** A page of the found entries: all are read and sorted, since they are few. */
export const listFound = (
  scope: RevenueScope,
  measure: EntryMeasure,
  question: FoundQuestion,
  list: EntryList,
): Promise<EntryRow[]> =>
  scope.read((sql) => {
    const filter = sql`and e.pk <= ${list.newest} ${isAfter(sql, entryAmount(sql, measure), list)}`;
    const entries = sql`
      select * from (${selectFound(sql, scope, measure, question, filter)}) e
      order by ${orderColumns(sql, list.order)} limit ${sql.literal(list.rows)}`;
    return listWithNames(sql, scope, entries, list.order, foundTable(sql, scope, question));
  });
