import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import type { PlateCountry } from '@lotkeeper/contract/kernel/places';
import type { CarInput } from '../../cars.ts';
import { carKey, ensureCars } from '../../cars.ts';
import type { Recorded, Recorder } from '../../recorder.ts';
import { timestampCell } from '../../recorder.ts';
import { queuePairing } from '../plate-reads.ts';
import { noteVisitChanges } from './visit-changes.ts';
import type { VisitInput } from './visits.ts';
import { recordVisits } from './visits.ts';

/** A stay that another system paired itself; its outcome is decided later. */
export interface OutsideVisit extends Omit<VisitInput, 'car_pk' | 'rental_pk' | 'status'> {
  country: PlateCountry | null;
}

/** When its status is to be decided: at the next settling, whatever the local time at its property. */
const atOnce = instant(0);

/** The car of a visit; null when its plate isn't known to belong to one state. */
const toCar = ({ plate, state, country }: OutsideVisit): CarInput | null =>
  state && country ? { plate, state, country } : null;

/**
 * Records visits without a status yet, adds an entrance or exit that was missing from known ones, and queues the
 * settling of both. Each visit may appear only once.
 */
export async function recordOutsideVisits(
  recorder: Recorder,
  visits: readonly OutsideVisit[],
  now: Instant,
): Promise<Recorded[]> {
  const cars = await ensureCars(
    recorder,
    visits.flatMap((visit) => toCar(visit) ?? []),
  );
  const rows = visits.map((visit) => {
    const car = toCar(visit);
    const car_pk = car ? (cars.get(carKey(car)) ?? null) : null;
    return { ...visit, car_pk, status: 'grace period' as const, decided: false, due_at: atOnce };
  });
  const outcomes = await recordVisits(recorder, rows);
  const known = visits.filter((_, index) => outcomes[index]?.outcome === 'unchanged');
  const completed = await completeVisits(recorder, known);
  const results = outcomes.map(
    (outcome): Recorded =>
      completed.has(outcome.pk) ? { ...outcome, outcome: 'changed' } : outcome,
  );
  const spots = visits.map(({ spot_pk }, index) =>
    results[index]?.outcome === 'unchanged' ? null : spot_pk,
  );
  await queuePairing(recorder, spots, now);
  return results;
}

/** Adds missing ends, in key order; returns the pks of the visits that got one. */
async function completeVisits(
  recorder: Recorder,
  visits: readonly OutsideVisit[],
): Promise<Set<number>> {
  if (visits.length === 0) return new Set();
  const { tx, organizationId } = recorder;
  const rows = visits.map((visit) => ({
    ...visit,
    entrance_at: timestampCell(visit.entrance_at),
    exit_at: timestampCell(visit.exit_at),
  }));
  const changed = await tx<{ pk: number }[]>`
    with told as (
      select * from json_populate_recordset(null::visits, ${JSON.stringify(rows)}::text::json)),
    incomplete as materialized (
      select v.pk, coalesce(v.entrance_at, t.entrance_at) as entrance_at,
        coalesce(v.exit_at, t.exit_at) as exit_at,
        coalesce(v.entrance_image, t.entrance_image) as entrance_image,
        coalesce(v.exit_image, t.exit_image) as exit_image,
        coalesce(v.entrance_plate_image, t.entrance_plate_image) as entrance_plate_image,
        coalesce(v.exit_plate_image, t.exit_plate_image) as exit_plate_image
      from visits v join told t on t.source = v.source and t.external_id = v.external_id
      where v.organization_id = ${organizationId} and v.spot_pk = t.spot_pk
        and (v.entrance_at is null and t.entrance_at is not null
          or v.exit_at is null and t.exit_at is not null)
        and coalesce(v.exit_at, t.exit_at) >= coalesce(v.entrance_at, t.entrance_at)
      order by v.pk for no key update of v)
    update visits v set entrance_at = i.entrance_at, exit_at = i.exit_at,
      entrance_image = i.entrance_image, exit_image = i.exit_image,
      entrance_plate_image = i.entrance_plate_image, exit_plate_image = i.exit_plate_image,
      decided = false, due_at = ${atOnce}
    from incomplete i where v.organization_id = ${organizationId} and v.pk = i.pk
    returning v.pk`;
  const pks = changed.map(({ pk }) => pk);
  await noteVisitChanges(recorder, pks);
  return new Set(pks);
}
