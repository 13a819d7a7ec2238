import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { historySource } from '@lotkeeper/contract/money/payout-words';
import type { Fragment, Sql } from '../../kernel/data/database.ts';
import type { Recorder } from '../recorder.ts';

/** What the name of an entry ends with that takes back another one. */
const undoneMark = '~undone';

/** Whether entry `e` is imported history, without entries up to `booked` (0 = none) and what takes these back. */
export function isImported(sql: Sql, booked: number): Fragment {
  const isHistory = sql`e.source = ${historySource}`;
  if (booked === 0) return isHistory;
  return sql`${isHistory} and e.pk > ${booked} and not (e.external_id like ${`%${undoneMark}`}
    and exists (select from ledger_entries b
      where b.organization_id = e.organization_id and b.source = ${historySource} and b.pk <= ${booked}
        and b.external_id = left(e.external_id, ${sql.literal(-undoneMark.length)})))`;
}

/**
 * The name that each entry gets: its own, or the next one if its import was undone. A name belongs to an entry
 * permanently.
 */
export async function findFreeNames(
  { tx, organizationId }: Recorder,
  names: readonly string[],
): Promise<Map<string, string>> {
  const free = new Map(names.map((name) => [name, name]));
  let open = [...free.keys()];
  for (let round = 2; open.length > 0; round += 1) {
    const marks = open.map((name) => `${free.get(name) ?? name}${undoneMark}`);
    const rows = await tx<{ external_id: string }[]>`
      select external_id from ledger_entries
      where organization_id = ${organizationId} and source = ${historySource}
        and external_id = any (${marks}::text[])`;
    const used = new Set(rows.map(({ external_id }) => external_id));
    open = open.filter((_, index) => used.has(marks[index] ?? ''));
    for (const name of open) free.set(name, `${name}~${round}`);
  }
  return free;
}

/** What is taken back, by number: later entries, and rentals with theirs. */
interface Undone {
  entries: readonly number[];
  rentals: readonly number[];
  source: string;
}

/** Of some rentals, those that records from outside their import refer to, except entries that are taken back too. */
const listUsed = (
  { tx, organizationId }: Recorder,
  pks: readonly number[],
  { entries, source }: Omit<Undone, 'rentals'>,
) => tx<{ pk: number }[]>`
  select r.pk from rentals r
  where r.organization_id = ${organizationId} and r.pk = any (${pks}::bigint[]) and (
    exists (select from visits v where v.organization_id = r.organization_id and v.rental_pk = r.pk)
    or exists (select from valet_sessions v where v.organization_id = r.organization_id and v.rental_pk = r.pk)
    or exists (select from holds h where h.organization_id = r.organization_id and h.rental_pk = r.pk)
    or exists (select from promo_uses u where u.organization_id = r.organization_id and u.rental_pk = r.pk)
    or exists (select from ledger_entries e
      where e.organization_id = r.organization_id and e.rental_pk = r.pk
        and (e.source <> ${source} or e.violation_pk is not null))
    or (select sum(gross) <> 0 or sum(refund) <> 0 from ledger_entries e
      where e.organization_id = r.organization_id and e.rental_pk = r.pk and e.recorded_at <> r.recorded_at
        and e.pk <> all (${entries}::bigint[])))`;

/** Adds the entries that take others back, on the same day and hour. An entry is taken back once. */
const reverseEntries = (
  { tx, organizationId }: Recorder,
  { entries, rentals, source }: Undone,
) => tx`
  insert into ledger_entries (organization_id, spot_pk, rental_pk, kind, rental_type, occurred_at, local_date,
    local_hour, source, external_id, gross, refund, tax, processing_fee, commission, enforcement, marketing,
    dynamic_pricing, rentals)
  select organization_id, spot_pk, rental_pk, kind, rental_type, occurred_at, local_date, local_hour, source,
    external_id || ${undoneMark}, -gross, -refund, -tax, -processing_fee, -commission, -enforcement, -marketing,
    -dynamic_pricing, -rentals
  from (
    select * from ledger_entries
    where organization_id = ${organizationId} and pk = any (${entries}::bigint[])
    union all
    select e.* from rentals r join ledger_entries e on e.organization_id = r.organization_id and e.rental_pk = r.pk
    where r.organization_id = ${organizationId} and r.pk = any (${rentals}::bigint[])
      and e.recorded_at = r.recorded_at) e
  where source = ${source}
  order by external_id
  on conflict (organization_id, source, external_id) do nothing`;

/**
 * Takes back later entries, and rentals with the entries that were recorded with them. Returns the rentals that stay,
 * with their entries, since something else refers to them. A removed rental keeps neither car nor driver, and gives its
 * name back: the key of names is one of all rentals until no release needs it so (CONTRIBUTING.md, Migrations).
 */
export async function undoHistory(
  recorder: Recorder,
  { entries, rentals, source }: Undone,
  now: Instant,
): Promise<number> {
  const { tx, organizationId } = recorder;
  const used = new Set(
    (await listUsed(recorder, rentals, { entries, source })).map(({ pk }) => pk),
  );
  const removed = rentals.filter((pk) => !used.has(pk));
  await reverseEntries(recorder, { entries, rentals: removed, source });
  await tx`
    update rentals set removed_at = ${now}, car_pk = null,
      renter_first_name = null, renter_last_name = null, renter_email = null, renter_phone = null,
      price_monthly = null, paid = true, external_id = external_id || ${undoneMark} || pk
    where organization_id = ${organizationId} and pk = any (${removed}::bigint[])`;
  return used.size;
}
