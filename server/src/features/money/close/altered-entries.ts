import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import { cents, dollarsText } from '@lotkeeper/contract/kernel/money';
import { closeMessages } from '@lotkeeper/contract/money/close';
import { leafKinds, readStatement } from '@lotkeeper/evidence/day-statements';
import { Refusal } from '../../../kernel/refusal.ts';
import { divideLeaves, unpackLeaves } from '../../../records/trust/packed-leaves.ts';
import { hashForm } from '../../../records/trust/seal-leaves.ts';
import { selectForm } from '../../../records/trust/sealed-forms.ts';
import type { Reader } from './month-sums.queries.ts';

interface AlteredDay {
  name: string;
  day: LocalDate;
}

/** The first property and day whose ledger entries don't add up to the sums that Close shows. */
async function findOtherSums({ organizationId, read }: Reader, month: LocalDate) {
  const last = addDays(addMonths(month, 1), -1);
  const [found] = await read<(AlteredDay & { entries: number; sums: number })[]>(
    (sql) => sql`
      select s.name, d.local_date as day, d.entries, d.sums from spots s
      cross join lateral (
        select local_date, coalesce(e.gross, 0) as entries, coalesce(r.gross, 0) as sums
        from (
          select local_date, lotkeeper.sum_bigint(gross) as gross, array[count(*), lotkeeper.sum_bigint(gross),
            lotkeeper.sum_bigint(refund), lotkeeper.sum_bigint(tax), lotkeeper.sum_bigint(processing_fee),
            lotkeeper.sum_bigint(commission), lotkeeper.sum_bigint(rentals)] as parts
          from ledger_entries
          where organization_id = ${organizationId} and spot_pk = s.pk and local_date between ${month} and ${last}
          group by local_date) e
        full join (
          select local_date, lotkeeper.sum_bigint(gross) as gross, array[lotkeeper.sum_bigint(entry_count),
            lotkeeper.sum_bigint(gross), lotkeeper.sum_bigint(refunds), lotkeeper.sum_bigint(tax),
            lotkeeper.sum_bigint(processing_fee), lotkeeper.sum_bigint(commission),
            lotkeeper.sum_bigint(rentals)] as parts
          from revenue_sources
          where organization_id = ${organizationId} and spot_pk = s.pk and local_date between ${month} and ${last}
          group by local_date) r using (local_date)
        where e.parts is distinct from r.parts) d
      where s.organization_id = ${organizationId}
      order by d.local_date, s.pk limit 1`,
  );
  return found ?? null;
}

interface SealRange {
  number: number;
  upTo: number;
}

/** Reads the hashes of the ledger entries that a seal has, by their pks. */
async function readSealedHashes({ organizationId, read }: Reader, number: number) {
  const [seal] = await read<{ statement: string; leaves: Buffer }[]>(
    (sql) => sql`
      select statement, leaves from day_seals
      where organization_id = ${organizationId} and number = ${number}`,
  );
  const stated = seal ? readStatement(seal.statement) : null;
  if (!seal || !stated) return new Map<number, Uint8Array>();
  const { ledger_entries } = divideLeaves(unpackLeaves(seal.leaves), stated.counts, leafKinds);
  return new Map(ledger_entries.map(({ pk, hash }) => [pk, hash]));
}

/** The first property and day with an entry that isn't as it was sealed. Reads day by day, and each seal once. */
async function findOtherThanSealed(reader: Reader, month: LocalDate): Promise<AlteredDay | null> {
  const { organizationId, read } = reader;
  const seals = await read<SealRange[]>(
    (sql) => sql`
      select number, ledger_entries_to as "upTo" from day_seals
      where organization_id = ${organizationId} order by number`,
  );
  const hashes = new Map<number, Map<number, Uint8Array>>();
  for (let day = month; day < addMonths(month, 1); day = addDays(day, 1)) {
    const entries = await read<{ pk: number; name: string; form: object }[]>(
      (sql) => sql`
        select r.pk, s.name, ${selectForm(sql, organizationId, 'ledger_entries')} as form
        from spots s join ledger_entries r on r.organization_id = ${organizationId} and r.spot_pk = s.pk
        where s.organization_id = ${organizationId} and r.local_date = ${day}
          and r.pk <= ${seals.at(-1)?.upTo ?? 0} order by r.pk`,
    );
    for (const { pk, name, form } of entries) {
      const number = seals.find(({ upTo }) => upTo >= pk)?.number ?? 0;
      if (!hashes.has(number)) hashes.set(number, await readSealedHashes(reader, number));
      const sealed = hashes.get(number)?.get(pk);
      if (!sealed || !hashForm(form).equals(sealed)) return { name, day };
    }
  }
  return null;
}

/** Refuses to freeze a month with an entry that was changed in the database. */
export async function requireUnaltered(reader: Reader, month: LocalDate): Promise<void> {
  const other = await findOtherSums(reader, month);
  if (other) {
    const { name, day, entries, sums } = other;
    const [found, summed] = [dollarsText(cents(entries)), dollarsText(cents(sums))];
    throw new Refusal('conflict', closeMessages.otherSums(name, day, found, summed));
  }
  const altered = await findOtherThanSealed(reader, month);
  if (altered) throw new Refusal('conflict', closeMessages.altered(altered.name, altered.day));
}
