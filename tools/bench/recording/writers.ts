import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { SqlPool } from '../../../server/src/kernel/data/database.ts';
import type { RentalInput } from '../../../server/src/records/people/rentals.ts';
import { recordRentals } from '../../../server/src/records/people/rentals.ts';
import { openRecorder } from '../../../server/src/records/recorder.ts';
import { anyStay, pickRandom } from '../ingest/stays.ts';

export const batchSize = 500;

/** Lots by organization, and the time around which rentals begin. */
interface RecordingSetup {
  lots: Map<number, number[]>;
  now: Instant;
}

/** A rental of the last day at a random lot, paid when it began. */
function anyRental(lots: readonly number[], now: Instant): RentalInput {
  const { id, spot, rental_type, start, end, amount } = anyStay(lots, now);
  return {
    source: 'bench',
    external_id: id,
    spot_pk: spot,
    rental_type,
    start_date: instant(start),
    end_date: instant(end),
    movements: [
      {
        external_id: id,
        kind: 'charge',
        occurred_at: instant(start),
        amount: cents(amount),
        tax: cents(7),
        processing_fee: cents(30),
        base_price: cents(900),
      },
    ],
  };
}

/** Records a batch of rentals of one organization in one transaction. */
export async function recordBatch(
  sql: SqlPool,
  { lots, now }: RecordingSetup,
  batch: number,
): Promise<void> {
  const organization = pickRandom([...lots.keys()]);
  const organizationLots = lots.get(organization) ?? [];
  const rentals = Array.from({ length: batch }, () => anyRental(organizationLots, now));
  await sql.begin(async (tx) => recordRentals(await openRecorder(tx, organization), rentals));
}

/**
 * Rentals per second of some writers, each recording batch after batch; deadlocks are counted rather than hidden.
 */
export async function record(
  sql: SqlPool,
  setup: RecordingSetup,
  load: { writers: number; seconds: number },
): Promise<{ perSecond: number; deadLocks: number }> {
  const startedAt = performance.now();
  let batches = 0;
  let deadLocks = 0;
  const write = async () => {
    while (performance.now() - startedAt < load.seconds * 1000) {
      try {
        await recordBatch(sql, setup, batchSize);
        batches += 1;
      } catch (error) {
        if ((error as { code?: string }).code !== '40P01') throw error;
        deadLocks += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: load.writers }, write));
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: (batches * batchSize) / seconds, deadLocks };
}
