import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { BookExport, BookGrouping } from '@lotkeeper/contract/money/books';
import { bookExportsPerPage } from '@lotkeeper/contract/money/books';
import type { OrganizationScope, WholeOrganizationScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql, Tx } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { must } from '../../../kernel/must.ts';
import { sumMoney } from '../../../records/money/money-sums.ts';
import { selectSpots } from '../../../records/money/revenue.ts';
import { isImported } from '../../../records/money/undone-history.ts';
import type { PlaceTax } from '../../../records/operations/place-taxes.ts';
import type { TaxShare, TaxTaken } from '../taxes/public.ts';
import { divideTaxes, selectRates, selectTaxTaken, selectTaxWithout } from '../taxes/public.ts';
import type { BookRow, StoredSum } from './books.rules.ts';
import { bookMeasures } from './books.rules.ts';
import type { ExportContent } from './journals.rules.ts';

export interface Months {
  first_month: LocalDate;
  last_month: LocalDate;
}

interface Snapshot<Taxes> {
  spots: ({ pk: number; name: string; timezone: TimeZone; rows: BookRow[] } & Taxes)[];
  payouts: { day: LocalDate; payout: number }[];
  newest_entry: number;
  /** The imported history that isn't in the rows, less refunds. */
  history_left_out: Cents;
}

/** SQL for rows that take entries `e` of property `s` out of its sums; in the order of the columns of `sumMoney`. */
const selectWithout = (sql: Sql, organizationId: number, day: Fragment, condition: Fragment) => sql`
  select ${day}, case rental_type when 'free_until_hourly' then 'hourly' else rental_type end, -sum(gross)::bigint,
    -sum(refund)::bigint, -sum(tax)::bigint, -sum(processing_fee)::bigint, -sum(commission)::bigint,
    -coalesce(sum(gross) filter (where kind = 'penalty'), 0)::bigint,
    -coalesce(sum(tax) filter (where kind = 'penalty'), 0)::bigint,
    -coalesce(sum(tax) filter (where kind = 'refund'), 0)::bigint
  from ledger_entries e
  where e.organization_id = ${organizationId} and e.spot_pk = s.pk and ${condition}
  group by 1, 2`;

/**
 * The money of whole months in one statement, so that all of it is as of one time while entries arrive. Without imported
 * history, which other systems booked, except entries up to `booked`: earlier versions exported these.
 */
export async function readSnapshot(
  tx: Tx,
  scope: WholeOrganizationScope,
  { first_month: from, last_month }: Months,
  { grouping, booked }: { grouping: BookGrouping; booked: number },
): Promise<Snapshot<{ taxes: TaxShare[] }>> {
  const to = addDays(addMonths(last_month, 1), -1);
  const sums = sumMoney(tx, scope, {
    measures: bookMeasures,
    by: { day: grouping, rental_type: 'rental_type' },
    span: { from, to },
  });
  const day =
    grouping === 'day' ? tx`local_date` : tx`date_trunc('month', local_date::timestamp)::date`;
  const span = { from, to };
  const takenTax = selectTaxTaken(tx, scope.organizationId, day, span);
  const condition = tx`h.has_history and e.local_date between ${from} and ${to} and ${isImported(tx, booked)}`;
  const leftOut = selectWithout(tx, scope.organizationId, day, condition);
  const leftOutTax = selectTaxWithout(tx, scope.organizationId, day, { ...span, condition });
  const rates = selectRates(tx, scope.organizationId);
  const ofPayouts = tx`ledger_entries
    where organization_id = ${scope.organizationId} and kind = 'payout'`;
  const hasHistory = tx`cross join lateral (select exists (
    select from revenue_sources where organization_id = ${scope.organizationId} and spot_pk = s.pk
      and source = 'history' and local_date between ${from} and ${to}) as has_history) h`;
  const [row] = await tx<Snapshot<{ tax_taken: TaxTaken[]; rates: PlaceTax[] }>[]>`
    select
      (select coalesce(json_agg(one), '[]') from (
        select s.pk, s.name, s.timezone,
          (select coalesce(json_agg(r), '[]') from (${sums} union all (${leftOut})) r) as rows,
          (select coalesce(json_agg(t), '[]') from (${takenTax} union all (${leftOutTax})) t) as tax_taken,
          (select coalesce(json_agg(t), '[]') from (${rates}) t) as rates
        from ${selectSpots(tx, scope)}
        ${hasHistory}
        order by lower(s.name), s.pk) one) as spots,
      (select coalesce(json_agg(p), '[]') from (
        select ${day} as day, lotkeeper.sum_bigint(payout) as payout from ${ofPayouts}
          and local_date between ${from} and ${to}
        group by 1) p) as payouts,
      (select coalesce(sum(e.gross - e.refund), 0)::bigint
        from ${selectSpots(tx, scope)} ${hasHistory}
        join ledger_entries e on e.organization_id = ${scope.organizationId} and e.spot_pk = s.pk and ${condition})
        as history_left_out,
      (select coalesce(max(pk), 0)::bigint from ledger_entries
        where organization_id = ${scope.organizationId}) as newest_entry`;
  const { spots, ...snapshot } = must(row, 'snapshot of the books');
  const divided = spots.map(({ tax_taken, rates, ...spot }) => ({
    ...spot,
    taxes: divideTaxes(tax_taken, rates),
  }));
  return { ...snapshot, spots: divided };
}

/** Serializes the exports of an organization, so that no month is exported twice at once. */
export const lockExports = (tx: Tx, { organizationId }: OrganizationScope) => tx`
  select pg_advisory_xact_lock(hashtextextended('book exports', ${organizationId}::bigint))`;

const columns = (sql: Sql): Fragment => sql`
  e.pk, e.corrects, e.format, e.grouping_of as grouping, e.property_field, e.first_month, e.last_month,
  e.newest_entry, e.files, e.lines, e.debits, e.file_hash,
  coalesce(e.history_booked, 0) as history_booked, coalesce(e.history_left_out, 0) as history_left_out,
  ${toEpochMs(sql, sql`e.created_at`)} as created_at,
  (select p.first_name || ' ' || p.last_name from people p where p.pk = e.created_by) as created_by,
  ${toEpochMs(sql, sql`e.replaced_at`)} as replaced_at`;

/** A page of the organization's exports, newest first, and how many there are. */
export async function listExports(scope: OrganizationScope, page: number) {
  const { organizationId } = scope;
  const [row] = await scope.read<{ count: number; results: BookExport[] }[]>(
    (sql) => sql`
      select (select count(*) from book_exports where organization_id = ${organizationId}) as count,
        (select coalesce(json_agg(r order by r.pk desc), '[]') from (
          select ${columns(sql)} from book_exports e where e.organization_id = ${organizationId}
          order by e.pk desc
          limit ${sql.literal(bookExportsPerPage)} offset ${(page - 1) * bookExportsPerPage}) r) as results`,
  );
  return must(row, 'page of exports');
}

/** The exports of months that cover some of these and weren't replaced, the earliest first. */
export const listOverlapping = (
  tx: Tx,
  { organizationId }: OrganizationScope,
  { first_month, last_month }: Months,
) => tx<BookExport[]>`
  select ${columns(tx)} from book_exports e
  where e.organization_id = ${organizationId} and e.corrects is null and e.replaced_at is null
    and e.first_month <= ${last_month} and e.last_month >= ${first_month}
  order by e.first_month`;

/** Marks exports and their corrections as replaced. */
export const markReplaced = (
  tx: Tx,
  { organizationId }: OrganizationScope,
  pks: readonly number[],
  now: Instant,
) => tx`
  update book_exports set replaced_at = ${now}
  where organization_id = ${organizationId} and replaced_at is null
    and (pk = any (${[...pks]}::bigint[]) or corrects = any (${[...pks]}::bigint[]))`;

/** An export with all that its files are written from. */
export type StoredExport = Omit<ExportContent, 'sums'> &
  Months & {
    pk: number;
    corrects: number | null;
    newest_entry: number;
    /** null = imported history was booked, as by earlier versions. */
    history_left_out: number | null;
    created_at: number;
    replaced_at: number | null;
    sums: StoredSum[];
  };

const contentColumns = (sql: Sql): Fragment => sql`
  pk, corrects, newest_entry, history_left_out, correction, format, grouping_of as grouping, property_field, first_month, last_month,
  dated, accounts, properties, sums, ${toEpochMs(sql, sql`created_at`)} as created_at,
  ${toEpochMs(sql, sql`replaced_at`)} as replaced_at`;

export const readStored = (scope: OrganizationScope, pk: number) =>
  scope.read<StoredExport[]>(
    (sql) => sql`
      select ${contentColumns(sql)} from book_exports
      where organization_id = ${scope.organizationId} and pk = ${pk}`,
  );

/** An export and the corrections that were made of it. */
export const listWithCorrections = (tx: Tx, { organizationId }: OrganizationScope, pk: number) =>
  tx<StoredExport[]>`
    select ${contentColumns(tx)} from book_exports
    where organization_id = ${organizationId} and (pk = ${pk} or corrects = ${pk})
    order by pk`;

interface NewExport extends Months {
  content: ExportContent;
  stored: StoredSum[];
  corrects: number | null;
  newest_entry: number;
  history_left_out: number;
  files: number;
  lines: number;
  debits: number;
  file_hash: string;
}

export async function insertExport(
  tx: Tx,
  scope: OrganizationScope,
  { content, stored, ...row }: NewExport,
  now: Instant,
): Promise<BookExport> {
  const [inserted] = await tx<{ pk: number }[]>`
    insert into book_exports ${tx.values({
      ...row,
      organization_id: scope.organizationId,
      history_booked: 0,
      correction: content.correction,
      format: content.format,
      grouping_of: content.grouping,
      property_field: content.property_field,
      dated: content.dated,
      accounts: tx.json(content.accounts),
      properties: tx.json(content.properties),
      sums: tx.json(stored),
      created_by: scope.person.pk,
      created_at: now,
    })} returning pk`;
  const [exported] = await tx<BookExport[]>`
    select ${columns(tx)} from book_exports e
    where e.organization_id = ${scope.organizationId} and e.pk = ${must(inserted, 'export').pk}`;
  return must(exported, 'export');
}
