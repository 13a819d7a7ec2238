import { randomUUID } from 'node:crypto';
import { instant, toIso, toLocalDate, toLocalHour } from '@lotkeeper/contract/kernel/calendar';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import { computeCommission } from '@lotkeeper/contract/money/ledger';
import type { SqlPool } from '../../../server/src/kernel/data/database.ts';
import type { Sender } from './senders.ts';
import { anyStay, pickRandom } from './stays.ts';

/** The rows of rentals as JSON, one text per table; pks start at a base. */
function makeRows(lots: readonly number[], input: { batch: number; now: number }) {
  const stays = Array.from({ length: input.batch }, () => anyStay(lots, input.now));
  const rentals = stays.map((stay, index) => ({
    pk: index,
    spot_pk: stay.spot,
    uuid: randomUUID(),
    rental_type: stay.rental_type,
    source: 'bench',
    external_id: stay.id,
    start_date: toIso(instant(stay.start)),
    end_date: toIso(instant(stay.end)),
    start_local_date: toLocalDate(instant(stay.start), 'America/Denver'),
  }));
  const entries = stays.map((stay, index) => ({
    spot_pk: stay.spot,
    rental_pk: index,
    kind: 'charge',
    rental_type: stay.rental_type,
    occurred_at: toIso(instant(stay.start)),
    local_date: toLocalDate(instant(stay.start), 'America/Denver'),
    local_hour: toLocalHour(instant(stay.start), 'America/Denver'),
    source: 'bench',
    external_id: stay.id,
    gross: stay.amount,
    tax: 7,
    processing_fee: 30,
    commission: computeCommission(
      {
        kind: 'charge',
        gross: cents(stay.amount),
        refund: cents(0),
        tax: cents(7),
        processing_fee: cents(30),
      },
      { rate: 1000 as BasisPoints, bases: [] },
      toLocalDate(instant(stay.start), 'America/Denver'),
    ),
    dynamic_pricing: Math.max(0, stay.amount - 900),
  }));
  return { rentals: JSON.stringify(rentals), entries: JSON.stringify(entries) };
}

/** Inserts prepared rows into rentals and ledger, one transaction per batch. */
export async function insertStraight(
  sql: SqlPool,
  senders: readonly Sender[],
  input: { connections: number; batch: number; warmUp: number; seconds: number; now: number },
): Promise<number> {
  const templates = senders.flatMap(({ organization, lots }) =>
    Array.from({ length: 6 }, () => ({ organization, ...makeRows(lots, input) })),
  );
  const startedAt = performance.now();
  const end = startedAt + (input.warmUp + input.seconds) * 1000;
  let rows = 0;
  const insert = async () => {
    while (performance.now() < end) {
      const { organization, rentals, entries } = pickRandom(templates);
      const word = randomUUID().slice(0, 13);
      const [{ from }] = await sql<[{ from: number }]>`
        select setval(s, nextval(s) + ${input.batch}) - ${input.batch} as from
        from pg_get_serial_sequence('rentals', 'pk') s`;
      await sql.begin((tx) =>
        Promise.all([
          tx`insert into rentals (organization_id, pk, spot_pk, uuid, rental_type, source, external_id,
            start_date, end_date, start_local_date)
          select ${organization}, pk + ${from}::bigint, spot_pk, gen_random_uuid(), rental_type, source,
            ${word} || external_id, start_date, end_date, start_local_date
          from json_populate_recordset(null::rentals, ${rentals}::text::json)`,
          tx`insert into ledger_entries (organization_id, spot_pk, rental_pk, kind, rental_type, occurred_at,
            local_date, local_hour, source, external_id, gross, tax, processing_fee, commission,
            dynamic_pricing, rentals)
          select ${organization}, spot_pk, rental_pk + ${from}::bigint, kind, rental_type, occurred_at,
            local_date, local_hour, source, ${word} || external_id, gross, tax, processing_fee, commission,
            dynamic_pricing, 1
          from json_populate_recordset(null::ledger_entries, ${entries}::text::json)`,
        ]),
      );
      if (performance.now() > startedAt + input.warmUp * 1000) rows += input.batch;
    }
  };
  await Promise.all(Array.from({ length: input.connections }, insert));
  return rows / ((performance.now() - startedAt) / 1000 - input.warmUp);
}
