import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { CarInput } from '../cars.ts';
import { carKey, ensureCars } from '../cars.ts';
import type { MovementInput, MovementOwner } from '../money/entries.ts';
import { recordMovements } from '../money/entries.ts';
import type { RentalRow } from '../money/rental-owners.ts';
import { findRentals, noSuchRental, toOwner } from '../money/rental-owners.ts';
import type { NewRow, Recorded, Recorder, RefusedItem, SourceKey } from '../recorder.ts';
import { changeRows, ItemsClash, sourceKey, timestampCell } from '../recorder.ts';
import type { Renter } from './rentals.ts';

/** What the sender changed about a rental, and when; a missing field stays, null clears it. */
export interface RentalChange extends SourceKey {
  changed_at: Instant;
  end_date?: Instant | null | undefined;
  car?: CarInput | null | undefined;
  renter?: Renter | undefined;
  paid?: boolean | undefined;
  price_monthly?: Cents | null | undefined;
}

const applyChange = <T>(changed: T | undefined, before: T) =>
  changed === undefined ? before : changed;

function changedRow(row: RentalRow, change: RentalChange, cars: Map<string, number>): RentalRow {
  const { car, renter } = change;
  const car_pk = car ? (cars.get(carKey(car)) ?? null) : car;
  return {
    ...row,
    changed_at: change.changed_at,
    end_date: applyChange(change.end_date, row.end_date),
    car_pk: applyChange(car_pk, row.car_pk),
    renter_first_name: applyChange(renter?.first_name, row.renter_first_name),
    renter_last_name: applyChange(renter?.last_name, row.renter_last_name),
    renter_email: applyChange(renter?.email, row.renter_email),
    renter_phone: applyChange(renter?.phone, row.renter_phone),
    paid: applyChange(change.paid, row.paid),
    price_monthly: applyChange(change.price_monthly, row.price_monthly),
  };
}

async function updateRentals({ tx, organizationId }: Recorder, rows: readonly RentalRow[]) {
  if (rows.length === 0) return;
  const cells: NewRow[] = rows.map((row) => ({
    ...row,
    start_date: timestampCell(row.start_date),
    end_date: timestampCell(row.end_date),
    changed_at: timestampCell(row.changed_at),
    ended_at: timestampCell(row.ended_at),
  }));
  await tx`
    update rentals r set changed_at = c.changed_at, ended_at = c.ended_at, end_date = c.end_date,
      car_pk = c.car_pk, renter_first_name = c.renter_first_name, renter_last_name = c.renter_last_name,
      renter_email = c.renter_email, renter_phone = c.renter_phone, paid = c.paid,
      price_monthly = c.price_monthly
    from json_populate_recordset(null::rentals, ${JSON.stringify(cells)}::text::json) c
    where r.organization_id = ${organizationId} and r.pk = c.pk`;
}

const toOutcome = (row: RentalRow, outcome: Recorded['outcome']): Recorded => ({
  external_id: row.external_id,
  pk: row.pk,
  outcome,
  spot_pk: row.spot_pk,
});

const beforeStart = (field: string): RefusedItem => ({
  outcome: 'refused',
  field,
  detail: 'Must not be before the start of the rental.',
});

/** Changes rentals, each named once. A change that is not later than an applied one is ignored. Never changes money. */
export async function changeRentals(
  recorder: Recorder,
  changes: readonly RentalChange[],
): Promise<(Recorded | RefusedItem)[]> {
  const cars = await ensureCars(
    recorder,
    changes.flatMap((change) => (change.car ? [change.car] : [])),
  );
  const found = await findRentals(recorder, changes, { locked: true });
  const rows: RentalRow[] = [];
  const outcomes = changes.map((change) => {
    const row = found.get(sourceKey(change));
    if (!row) return noSuchRental;
    if (row.changed_at !== null && row.changed_at >= change.changed_at) {
      return toOutcome(row, 'unchanged');
    }
    const after = changedRow(row, change, cars);
    if (after.end_date !== null && after.end_date < row.start_date) return beforeStart('end_date');
    rows.push(after);
    return toOutcome(row, 'changed');
  });
  await updateRentals(recorder, rows);
  return outcomes;
}

/** When a driver left, and the money that moved since. */
export interface RentalEnd extends SourceKey {
  ended_at: Instant;
  movements: readonly MovementInput[];
}

/**
 * Ends rentals, each named once. An existing end isn't changed; new ledger entries are recorded anyway. Throws
 * ItemsClash when an entry's id is taken. Call only once per transaction, like `recordRentals`.
 */
export async function endRentals(
  recorder: Recorder,
  ends: readonly RentalEnd[],
): Promise<(Recorded | RefusedItem)[]> {
  const found = await findRentals(recorder, ends, { locked: true });
  const rows: RentalRow[] = [];
  const movements: {
    endIndex: number;
    chargeIndex: number;
    movement: Omit<MovementOwner, 'first'> & MovementInput;
  }[] = [];
  const outcomes = ends.map((end, endIndex) => {
    const row = found.get(sourceKey(end));
    if (!row) return noSuchRental;
    if (end.ended_at < row.start_date) return beforeStart('ended_at');
    end.movements.forEach((movement, chargeIndex) => {
      movements.push({ endIndex, chargeIndex, movement: { ...toOwner(row), ...movement } });
    });
    if (row.ended_at !== null) return toOutcome(row, 'unchanged');
    rows.push({ ...row, ended_at: end.ended_at, end_date: end.ended_at });
    return toOutcome(row, 'changed');
  });
  await updateRentals(recorder, rows);
  const moved = await recordMovements(
    recorder,
    movements.map(({ movement }) => movement),
  );
  const clashes = new Map<number, RefusedItem>();
  moved.forEach((result, index) => {
    const { endIndex, chargeIndex } = movements[index] as (typeof movements)[number];
    const outcome = outcomes[endIndex] as Recorded;
    if (result.outcome === 'refused') {
      clashes.set(endIndex, { ...result, field: `charges.${chargeIndex}.${result.field}` });
    } else if (result.outcome === 'recorded')
      outcomes[endIndex] = { ...outcome, outcome: 'changed' };
  });
  if (clashes.size > 0) throw new ItemsClash(clashes);
  return outcomes;
}

/** Sets the ends of rentals that enforcement started; call before anything that writes the ledger. */
export async function endAutomaticRentals(
  recorder: Recorder,
  rentals: readonly { pk: number; end_date: Instant | null }[],
): Promise<void> {
  if (rentals.length === 0) return;
  const { tx, organizationId } = recorder;
  await tx`
    select pk from rentals
    where organization_id = ${organizationId} and pk = any (${rentals.map(({ pk }) => pk)}::bigint[])
    order by source, external_id for no key update`;
  const rows = rentals.map(({ pk, end_date }) => ({ pk, end_date: timestampCell(end_date) }));
  await changeRows(recorder, 'rentals', rows);
}
