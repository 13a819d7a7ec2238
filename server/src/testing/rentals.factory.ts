import { randomUUID } from 'node:crypto';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { MovementInput, MovementOwner } from '../records/money/entries.ts';
import { recordMovements } from '../records/money/entries.ts';
import type { RentalInput } from '../records/people/rentals.ts';
import { recordRentals } from '../records/people/rentals.ts';
import type { Recorded, Recorder } from '../records/recorder.ts';
import { openRecorder } from '../records/recorder.ts';
import type { TestApp } from './test-app.ts';

type Sql = TestApp['database']['system'];

/** Runs work that records for an organization, in one transaction. */
export async function recording<T>(
  sql: Sql,
  organization: number,
  work: (recorder: Recorder) => Promise<T>,
): Promise<T> {
  return sql.begin(async (tx) => work(await openRecorder(tx, organization)));
}

/** A ledger entry; `at` in ISO 8601, amounts in cents. */
export function movement(
  at: string,
  amount: number,
  more: Partial<MovementInput> = {},
): MovementInput {
  return {
    external_id: randomUUID(),
    kind: 'charge',
    occurred_at: fromIso(at),
    amount: cents(amount),
    tax: cents(0),
    processing_fee: cents(0),
    ...more,
  };
}

/** By default, an hourly rental of two hours that was paid when it began. */
export function rental(
  spot: { pk: number },
  start: string,
  amount: number,
  more: Partial<RentalInput> = {},
): RentalInput {
  const startDate = fromIso(start);
  return {
    source: 'test',
    external_id: randomUUID(),
    spot_pk: spot.pk,
    rental_type: 'hourly',
    start_date: startDate,
    end_date: instant(startDate + 2 * 3_600_000),
    movements: [movement(start, amount)],
    ...more,
  };
}

/** Records rentals of one property's organization. */
export function record(
  sql: Sql,
  spot: { organization: number },
  rentals: readonly RentalInput[],
): Promise<Recorded[]> {
  return recording(sql, spot.organization, (recorder) => recordRentals(recorder, rentals));
}

/** Records ledger entries at a property; by default, hourly ones without a rental. */
export const moveMoney = (
  sql: Sql,
  spot: { pk: number; organization: number },
  movements: readonly (MovementInput & Partial<MovementOwner>)[],
) => {
  const owner = { source: 'test', spot_pk: spot.pk, rental_pk: null } as const;
  return recording(sql, spot.organization, (recorder) =>
    recordMovements(
      recorder,
      movements.map((one) => ({ ...owner, rental_type: 'hourly', ...one })),
    ),
  );
};
