import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Sql } from '../../../kernel/data/database.ts';
import type { ReadTime } from '../../../records/cars/read-times.ts';
import { rightTime } from '../../../records/cars/read-times.ts';
import type { SignCounts } from '../../../records/cars/sureness.ts';
import { isCorrected, weighConfidence } from '../../../records/cars/sureness.ts';
import type { SeenVisit } from '../../../records/cars/visits/visits.ts';
import type { Recorder } from '../../../records/recorder.ts';
import type { Reading } from './passes.rules.ts';
import type { DueVisit } from './settling.queries.ts';

/** A read that no visit takes into account yet. */
export interface FreshRead {
  pk: number;
  plate_fold: string;
  at: Instant;
  visit_pk: number | null;
  sureness: number | null;
  /** Whether a person said which plate it is. */
  is_corrected: boolean;
}

/** Whether a property has unpaired reads. */
export async function hasFreshReads(
  sql: Sql,
  { organization_id, spot_pk }: { organization_id: number; spot_pk: number },
): Promise<boolean> {
  const rows = await sql`
    select from plate_reads
    where organization_id = ${organization_id} and spot_pk = ${spot_pk} and not paired limit 1`;
  return rows.length > 0;
}

/** Sets a property's first unpaired read aside, so that the others can be paired. */
export async function setReadAside(
  { tx, organizationId }: Recorder,
  spotPk: number,
  why: string,
): Promise<void> {
  await tx`
    update plate_reads set paired = true, set_aside = ${why}
    where organization_id = ${organizationId} and pk = (
      select pk from plate_reads
      where organization_id = ${organizationId} and spot_pk = ${spotPk} and not paired
      order by pk limit 1 for no key update skip locked)`;
}

/** A reading with its fold and its current visit. */
export interface KnownReading extends Reading, FreshRead {}

/** What decides how sure a read is. */
interface Weighed {
  confidence: number | null;
  /** As it was found when the read was first paired. */
  own_sureness: number | null;
  /** What is known of its camera; null if the read was paired before. */
  sign_counts: SignCounts | null;
  is_corrected: boolean;
}

/** A person is sure of what they said a read was. */
const findSureness = ({
  confidence,
  own_sureness,
  sign_counts,
  is_corrected,
  plate_key,
}: Weighed & Pick<KnownReading, 'plate_key'>): number | null =>
  is_corrected ? 1 : (own_sureness ?? weighConfidence(confidence, plate_key, sign_counts));

/** Reads to pair, and every reading that decides how. */
export interface PairingReads {
  fresh: FreshRead[];
  readings: KnownReading[];
}

/**
 * A property's unpaired reads, oldest arrivals first (locked ones are skipped until the next time), with the readings of
 * the same folds since `reachMs` before the oldest, and all others of their visits. A read without a direction has its
 * camera's; reads that a better one replaced don't count, nor do those without a plate. How sure a read is, is found once: what is learned about its
 * camera later doesn't change it, so that pairing doesn't depend on when reads arrive.
 */
export async function readUnpaired(
  { tx, organizationId }: Recorder,
  spotPk: number,
  { atMost, reachMs }: { atMost: number; reachMs: number },
): Promise<PairingReads> {
  // Each look-up on its own: of one organization PostgreSQL expects a row or two, and would read all its reads for each.
  const clockOf = tx`lateral (
    select clock_offset_ms, direction from cameras
    where organization_id = ${organizationId} and pk = r.camera_pk limit 1)`;
  const rows = await tx<
    (Omit<KnownReading, 'at' | 'sureness'> &
      ReadTime &
      Weighed & {
        is_fresh: boolean;
        counts: boolean;
        spot_pk: number;
        superseded: boolean;
        own_direction: KnownReading['direction'];
      })[]
  >`
    with fresh as materialized (
      select r.pk, r.plate_fold, r.visit_pk, coalesce(r.seen_at,
        r.captured_at - case when r.time_of_arrival then 0 else coalesce(c.clock_offset_ms, 0) end
          * interval '1 millisecond') as at
      from plate_reads r
      left join ${clockOf} c on true
      where r.organization_id = ${organizationId} and r.spot_pk = ${spotPk} and not r.paired
      order by r.pk limit ${tx.literal(atMost)}
      for no key update of r skip locked),
    near as materialized (
      select n.pk, n.visit_pk from (
        select plate_fold, min(at) - ${reachMs} * interval '1 millisecond'
          + least(0, (select min(clock_offset_ms) from cameras
              where organization_id = ${organizationId} and clock_offset_ms < 0))
            * interval '1 millisecond' as since
        from fresh where plate_fold <> '' group by plate_fold) w
      cross join lateral (
        select pk, visit_pk from plate_reads
        where organization_id = ${organizationId} and spot_pk = ${spotPk} and plate_fold = w.plate_fold
          and captured_at >= w.since
        offset 0) n
      union
      select pk, visit_pk from fresh where plate_fold <> ''),
    listed as (
      select pk, bool_or(is_fresh) as is_fresh, bool_or(is_counted) as is_counted from (
        select pk, true as is_fresh, false as is_counted from fresh
        union all
        select pk, false, true from near
        union all
        select o.pk, false, true
        from (select distinct visit_pk from near where visit_pk is not null) n
        cross join lateral (
          select pk from plate_reads where organization_id = ${organizationId} and visit_pk = n.visit_pk
          offset 0) o) every
      group by pk)
    select r.*, coalesce(c.clock_offset_ms, 0) as clock_offset_ms,
      coalesce(r.own_direction, c.direction) as direction,
      w.sign_counts, l.is_fresh, l.is_counted and not r.superseded and r.spot_pk = ${spotPk} and r.plate_fold <> '' as counts
    from listed l
    cross join lateral (
      select pk, captured_at, time_of_arrival, seen_at, source, external_id, camera_pk,
        coalesce(corrections->-1->>'plate', plate) as plate, plate_key, plate_fold,
        coalesce(corrections->-1->>'state', state) as state, corrections->-1->>'stay' as stay,
        country, confidence, sureness as own_sureness, ${isCorrected(tx, 'plate_reads')} as is_corrected,
        direction as own_direction, image, plate_image, visit_pk, superseded, spot_pk
      from plate_reads where organization_id = ${organizationId} and pk = l.pk limit 1) r
    left join ${clockOf} c on true
    left join lateral (
      select sign_counts from camera_reliability
      where l.is_fresh and r.own_sureness is null and organization_id = ${organizationId} and camera_pk = r.camera_pk
      limit 1) w on true
    order by r.pk`;
  const timed = rows.map(({ captured_at, time_of_arrival, clock_offset_ms, seen_at, ...row }) => ({
    ...row,
    at: rightTime({ captured_at, time_of_arrival, clock_offset_ms, seen_at }),
    sureness: findSureness(row),
  }));
  return {
    fresh: timed.filter(({ is_fresh }) => is_fresh),
    readings: timed.filter(({ counts }) => counts),
  };
}

/** A visit from earlier pairing. */
export interface FormerVisit extends Pick<DueVisit, 'pk' | 'external_id' | 'status'> {
  seen: SeenVisit;
  /** What was decided about it. */
  known: Pick<DueVisit, 'rental_pk' | 'car_pk' | 'rate'>;
  /** Whether money or a person's verdict depends on it: such a visit is never removed. */
  is_protected: boolean;
}

/** The property's visits by pk, with whether enforcement already acted on them. */
export async function readFormerVisits(
  { tx, organizationId }: Recorder,
  spotPk: number,
  pks: readonly number[],
): Promise<Map<number, FormerVisit>> {
  if (pks.length === 0) return new Map();
  const rows = await tx<(SeenVisit & FormerVisit['known'] & Omit<FormerVisit, 'seen' | 'known'>)[]>`
    select v.pk, v.external_id, v.status, v.rental_pk, v.car_pk, v.rate,
      v.plate, v.state, v.entrance_at, v.exit_at, v.entrance_image, v.exit_image,
      v.entrance_plate_image, v.exit_plate_image, v.doubtful, v.exit_missed,
      exists (select from live_rentals r where r.organization_id = v.organization_id
          and r.source = 'enforcement' and r.external_id = v.external_id)
        or exists (select from violations n where n.organization_id = v.organization_id
          and n.visit_pk = v.pk)
        or v.verdict is not null as is_protected
    from visits v
    where v.organization_id = ${organizationId} and v.pk = any (${pks}::bigint[]) and v.spot_pk = ${spotPk}`;
  return new Map(
    rows.map(({ pk, external_id, status, is_protected, rental_pk, car_pk, rate, ...seen }) => [
      pk,
      { pk, external_id, status, is_protected, known: { rental_pk, car_pk, rate }, seen },
    ]),
  );
}
