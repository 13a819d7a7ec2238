import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { Sql } from '../kernel/data/database.ts';
import { maxClockOffsetMs } from './camera-clocks.ts';
import { forgetCars } from './forget-cars.ts';
import { lockPairing } from './pairing-lock.ts';
import { hourOfRead, toKeys } from './plate-reads.ts';
import { isPossibleTime } from './read-times.ts';
import type { Recorder } from './recorder.ts';
import { timestampCell } from './recorder.ts';
import { noteVisitChanges } from './visit-changes.ts';
import { isOver } from './visitors.ts';

/** What was wrong at a property. */
export interface MendedProperty {
  spot_pk: number;
  /** Reads with an impossible time, or whose plate has another key now. */
  reads: number;
  /** Reads and visits that were set aside, and are tried again. */
  retried: number;
}

/** Clears clock offsets that were learned from impossible times. Returns the cameras. */
export async function resetClocks({ tx, organizationId }: Recorder): Promise<number> {
  const { count } = await tx`
    update cameras set clock_offset_ms = 0, recent_delays_ms = '{}', delays_until = null
    where organization_id = ${organizationId} and not clock_set and abs(clock_offset_ms) > ${maxClockOffsetMs}`;
  return count;
}

/** All properties. */
export const listMendable = (sql: Sql) => sql<{ organization_id: number; spot_pk: number }[]>`
  select organization_id, pk as spot_pk from spots order by 1, 2`;

interface KeptRead {
  pk: number;
  plate: string;
  plate_key: string;
  captured_ms: number;
  seen_ms: number | null;
  received_at: Instant;
  time_of_arrival: boolean;
}

/** A property's reads after a given one, in order; times outside any calendar are numbers of any size. */
const readTimes = ({ tx, organizationId }: Recorder, spotPk: number, after: number) =>
  tx<KeptRead[]>`
    select pk, coalesce(corrections->-1->>'plate', plate) as plate, plate_key,
      (extract(epoch from captured_at) * 1000)::float as captured_ms,
      (extract(epoch from seen_at) * 1000)::float as seen_ms, received_at, time_of_arrival
    from plate_reads
    where organization_id = ${organizationId} and spot_pk = ${spotPk} and pk > ${after}
    order by pk limit 5000`;

/** The new time of a read with an impossible one; null = by its camera's clock, undefined = unchanged. */
function findMendedTime(read: KeptRead, since: Instant): Instant | null | undefined {
  const { received_at, captured_ms, seen_ms, time_of_arrival } = read;
  const isPossible = (ms: number) => isPossibleTime(instant(ms), { received_at, since });
  if (!isPossible(captured_ms)) return seen_ms === received_at ? undefined : received_at;
  // A clock offset of more than a day was an error.
  const isRight = seen_ms === null || Math.abs(seen_ms - captured_ms) <= maxClockOffsetMs;
  return isRight || time_of_arrival ? undefined : null;
}

const toInstant = (ms: number | null) => (ms === null ? null : instant(ms));

/** Plates with non-ASCII characters: only their keys can have changed. */
const isForeign = "plate ~ '[^ -~]'";

/** Recomputes the keys of a property's visits and violations. */
async function mendKeys({ tx, organizationId }: Recorder, spotPk: number): Promise<void> {
  for (const table of ['visits', 'violations'] as const) {
    const rows = await tx<{ pk: number; plate: string }[]>`
      select pk, plate from ${tx.identifier(table)}
      where organization_id = ${organizationId} and spot_pk = ${spotPk} and ${tx.unsafe(isForeign)}`;
    const keys = rows.map(({ pk, plate }) => ({ pk, plate_key: plateKey(plate) }));
    await tx`
      update ${tx.identifier(table)} t set plate_key = k.plate_key
      from json_populate_recordset(null::${tx.identifier(table)}, ${JSON.stringify(keys)}::text::json) k
      where t.organization_id = ${organizationId} and t.pk = k.pk`;
  }
}

interface KeyedCar {
  pk: number;
  plate: string;
  plate_key: string;
  state: string;
  country: string;
}

/** Merges cars that have the same plate into the first one. Returns how many were removed. */
export async function mendCars(recorder: Recorder): Promise<number> {
  const { tx, organizationId } = recorder;
  const foreign = await tx<KeyedCar[]>`
    select pk, plate, plate_key, state, country from cars
    where organization_id = ${organizationId} and ${tx.unsafe(isForeign)} order by pk for update`;
  let merged = 0;
  for (const car of foreign) {
    const key = plateKey(car.plate);
    if (key === car.plate_key) continue;
    const [target] = await tx<{ pk: number }[]>`
      select pk from cars where organization_id = ${organizationId} and plate_key = ${key}
        and state = ${car.state} and country = ${car.country} and pk <> ${car.pk}`;
    if (target) await mergeCar(recorder, car.pk, target.pk);
    else {
      await tx`update cars set plate_key = ${key} where organization_id = ${organizationId} and pk = ${car.pk}`;
      await tx`update visitors set plate_key = ${key} where organization_id = ${organizationId} and car_pk = ${car.pk}`;
    }
    merged += target ? 1 : 0;
  }
  return merged;
}

async function mergeCar(recorder: Recorder, from: number, to: number): Promise<void> {
  const { tx, organizationId } = recorder;
  await tx`update rentals set car_pk = ${to} where organization_id = ${organizationId} and car_pk = ${from}`;
  const visits = await tx<{ pk: number }[]>`
    update visits set car_pk = ${to} where organization_id = ${organizationId} and car_pk = ${from} returning pk`;
  await noteVisitChanges(
    recorder,
    visits.map(({ pk }) => pk),
  );
  // A car is a visitor of a property only once, so both grants go to one visitor.
  const pairs = await tx<{ pk: number; target: number }[]>`
    select v.pk, t.pk as target from visitors v
    join visitors t on t.organization_id = ${organizationId} and t.spot_pk = v.spot_pk and t.car_pk = ${to}
      and t.deleted_at is null
    where v.organization_id = ${organizationId} and v.car_pk = ${from} and v.deleted_at is null order by v.pk for update`;
  // Nothing is left of one whose time is over.
  await tx`
    update visitors v set name = null, phone = null
    where v.organization_id = ${organizationId} and v.car_pk in (${from}, ${to}) and ${isOver(tx, tx`now()`)}`;
  for (const { pk, target } of pairs) {
    await tx`update visitor_sessions set visitor_pk = ${target} where organization_id = ${organizationId} and visitor_pk = ${pk}`;
    await tx`
      update visitors t set is_always_valid = t.is_always_valid or v.is_always_valid,
        during_events = t.during_events or v.during_events, valid_until = greatest(t.valid_until, v.valid_until),
        name = coalesce(t.name, v.name), phone = coalesce(t.phone, v.phone)
      from visitors v
      where t.organization_id = ${organizationId} and t.pk = ${target}
        and v.organization_id = ${organizationId} and v.pk = ${pk}`;
    await tx`delete from visitors where organization_id = ${organizationId} and pk = ${pk}`;
  }
  await tx`
    update visitors v set car_pk = ${to}, plate_key = c.plate_key from cars c
    where v.organization_id = ${organizationId} and v.car_pk = ${from}
      and c.organization_id = ${organizationId} and c.pk = ${to}`;
  await forgetCars(tx, organizationId, [from]);
}

/** Repairs the times and keys of a property's reads, and queues them, with what was set aside, for pairing again. */
export async function mendProperty(recorder: Recorder, spotPk: number): Promise<MendedProperty> {
  const { tx, organizationId } = recorder;
  await lockPairing(tx, spotPk);
  const since = recorder.sinceOf(spotPk);
  await mendKeys(recorder, spotPk);
  let reads = 0;
  for (let after = 0; ; ) {
    const rows = await readTimes(recorder, spotPk, after);
    const last = rows.at(-1);
    if (!last) break;
    after = last.pk;
    const mended = rows.flatMap((row) => {
      const mendedAt = findMendedTime(row, since);
      const keys = toKeys(row.plate);
      if (mendedAt === undefined && keys.plate_key === row.plate_key) return [];
      const seen_at = mendedAt === undefined ? toInstant(row.seen_ms) : mendedAt;
      const captured_at = seen_at ?? instant(row.captured_ms);
      const hour = hourOfRead(recorder, { spot_pk: spotPk, captured_at });
      return [{ pk: row.pk, seen_at: timestampCell(seen_at), ...hour, ...keys }];
    });
    reads += mended.length;
    await tx`
      update plate_reads r set seen_at = m.seen_at, local_date = m.local_date, local_hour = m.local_hour,
        plate_key = m.plate_key, plate_fold = m.plate_fold, paired = false, set_aside = null
      from json_populate_recordset(null::plate_reads, ${JSON.stringify(mended)}::text::json) m
      where r.organization_id = ${organizationId} and r.pk = m.pk`;
  }
  const retried = await tx`
    update plate_reads set paired = false, set_aside = null
    where organization_id = ${organizationId} and spot_pk = ${spotPk} and set_aside is not null`;
  const visits = await tx`
    update visits set due_at = ${instant(0)}, set_aside = null
    where organization_id = ${organizationId} and spot_pk = ${spotPk} and set_aside is not null`;
  return { spot_pk: spotPk, reads, retried: retried.count + visits.count };
}
