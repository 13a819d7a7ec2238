import { maxReadEntries } from '@lotkeeper/contract/figures';
import type { Fragment, Sql } from '../../kernel/data/database.ts';
import { must } from '../../kernel/must.ts';
import { plateKey } from '../../records/plates.ts';
import type { EntryList, EntryRow } from './entries.queries.ts';
import { entryColumns, isAfter, listWithNames, orderColumns } from './entries.queries.ts';
import type { EntryQuestion, FigureScope, Total } from './figures.queries.ts';
import { newestEntry, selectSpots, sumColumns } from './figures.queries.ts';
import type { EntryMeasure } from './measures.queries.ts';
import { entryAmount, entryFilters } from './measures.queries.ts';

/** The numbers of the entries of rentals of a plate. */
const selectOfPlate = (sql: Sql, organizationId: number, search: string) => sql`
  select l.pk from cars c
  join rentals r on r.organization_id = c.organization_id and r.car_pk = c.pk
  join ledger_entries l on l.organization_id = r.organization_id and l.rental_pk = r.pk
  where c.organization_id = ${organizationId} and c.plate_key = ${plateKey(search)}`;

/** The numbers of the entries with a reference, whatever their source: looked up source by source, which are few. */
const selectOfReference = (sql: Sql, organizationId: number, search: string) => sql`
  select l.pk from sources cross join lateral (
    select pk from ledger_entries
    where organization_id = ${organizationId} and source = sources.source and external_id = ${search}
    offset 0) l`;

/**
 * The numbers of the entries that a search finds, as the table `found`: once for the whole statement, also where
 * PostgreSQL knows nothing about the tables yet.
 */
const foundTable = (sql: Sql, { organizationId }: FigureScope, search: string) => sql`
  with recursive sources as (
    (select source from ledger_entries where organization_id = ${organizationId} order by source limit 1)
    union all
    select (select l.source from ledger_entries l where l.organization_id = ${organizationId}
      and l.source > sources.source order by l.source limit 1)
    from sources where sources.source is not null),
  found as materialized (
    ${selectOfPlate(sql, organizationId, search)}
    union ${selectOfReference(sql, organizationId, search)} limit ${sql.literal(maxReadEntries + 1)})`;

/** The entries of a question that a search finds, each as `e` beside its property. */
const selectFound = (
  sql: Sql,
  scope: FigureScope,
  measure: EntryMeasure,
  question: EntryQuestion,
  filter: Fragment,
): Fragment => {
  const { organizationId } = scope;
  return sql`
    select s.pk as spot_pk, s.name as spot_name, s.timezone, ${entryColumns(sql, entryAmount(sql, measure))}
    from found
    join ledger_entries e on e.organization_id = ${organizationId} and e.pk = found.pk
    join ${selectSpots(sql, scope)} on s.pk = e.spot_pk
    where e.local_date between ${question.start_date} and ${question.end_date}
      and ${entryFilters(sql, measure, question)} ${filter}`;
};

/** What the entries of a question that a search finds come to. */
export async function readFoundTotal(
  scope: FigureScope,
  measure: EntryMeasure,
  question: EntryQuestion,
  search: string,
): Promise<Total> {
  const [row] = await scope.read<Total[]>(
    (sql) => sql`
      ${foundTable(sql, scope, search)}
      select ${sumColumns(sql)}, ${newestEntry(sql, scope)}
      from (select amount, 1 as count from (
        ${selectFound(sql, scope, measure, question, sql``)}) e) parts`,
  );
  return must(row, 'sum of the entries found');
}

/** A page of the entries of a question that a search finds: all are read and sorted, since they are few. */
export const listFound = (
  scope: FigureScope,
  measure: EntryMeasure,
  question: EntryQuestion,
  search: string,
  list: EntryList,
): Promise<EntryRow[]> =>
  scope.read((sql) => {
    const filter = sql`and e.pk <= ${list.newest} ${isAfter(sql, entryAmount(sql, measure), list)}`;
    const entries = sql`
      select * from (${selectFound(sql, scope, measure, question, filter)}) e
      order by ${orderColumns(sql, list.order)} limit ${sql.literal(list.rows)}`;
    return listWithNames(sql, scope, entries, list.order, foundTable(sql, scope, search));
  });
