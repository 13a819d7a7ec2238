import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Sql } from '../../../kernel/data/database.ts';
import type { ReadTime } from '../../../records/read-times.ts';
import { rightTime } from '../../../records/read-times.ts';
import type { Recorder } from '../../../records/recorder.ts';
import { timestampCell } from '../../../records/recorder.ts';
import type { SeenVisit } from '../../../records/visits.ts';
import type { Reading } from './passes.rules.ts';

/** A read that no visit takes into account yet. */
export interface FreshRead {
  pk: number;
  plate_fold: string;
  at: Instant;
  visit_pk: number | null;
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

/** A property's unpaired reads, oldest arrivals first. Locked ones are skipped until the next time. */
export async function takeFreshReads(
  { tx, organizationId }: Recorder,
  spotPk: number,
  atMost: number,
): Promise<FreshRead[]> {
  const rows = await tx<(Omit<FreshRead, 'at'> & ReadTime)[]>`
    select r.pk, r.plate_fold, r.captured_at, r.seen_at, r.visit_pk,
      coalesce(c.clock_offset_ms, 0) as clock_offset_ms
    from plate_reads r
    left join cameras c on c.organization_id = r.organization_id and c.pk = r.camera_pk
    where r.organization_id = ${organizationId} and r.spot_pk = ${spotPk} and not r.paired
    order by r.pk limit ${tx.literal(atMost)}
    for no key update of r skip locked`;
  return rows.map((row) => ({
    pk: row.pk,
    plate_fold: row.plate_fold,
    visit_pk: row.visit_pk,
    at: rightTime(row),
  }));
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
export interface KnownReading extends Reading {
  plate_fold: string;
  visit_pk: number | null;
}

/**
 * The readings of each fold since a given time, fresh ones (which may have another time than the camera's), and all
 * others of their visits. A read without a direction has its camera's; reads that a better one replaced don't count.
 */
export async function readReadings(
  { tx, organizationId }: Recorder,
  spotPk: number,
  folds: readonly { fold: string; since: Instant }[],
  fresh: readonly FreshRead[],
): Promise<KnownReading[]> {
  const [clocks] = await tx<{ behind: number }[]>`
    select coalesce(min(clock_offset_ms), 0) as behind from cameras where organization_id = ${organizationId}`;
  const offset = Math.min(0, clocks?.behind ?? 0);
  const foldRanges = folds.map(({ fold, since }) => ({
    fold,
    since: timestampCell(since + offset),
  }));
  const rows = await tx<(Omit<KnownReading, 'at'> & ReadTime)[]>`
    with near as materialized (
      select r.pk, r.visit_pk
      from json_to_recordset(${JSON.stringify(foldRanges)}::text::json) w(fold text, since timestamptz)
      join lateral (
        select pk, visit_pk from plate_reads
        where organization_id = ${organizationId} and spot_pk = ${spotPk} and plate_fold = w.fold
          and captured_at >= w.since) r on true
      union
      select pk, visit_pk from plate_reads
      where organization_id = ${organizationId} and pk = any (${fresh.map(({ pk }) => pk)}::bigint[])
        and plate_fold <> ''),
    counted as (
      select pk from near
      union
      select r.pk from (select distinct visit_pk from near where visit_pk is not null) n
      join plate_reads r on r.organization_id = ${organizationId} and r.visit_pk = n.visit_pk)
    select r.pk, r.captured_at, r.seen_at, coalesce(c.clock_offset_ms, 0) as clock_offset_ms,
      r.source, r.external_id,
      r.camera_pk, r.plate, r.plate_key, r.plate_fold, r.state, r.country, r.confidence,
      coalesce(r.direction, c.direction) as direction, r.image, r.plate_image, r.visit_pk
    from counted n
    join plate_reads r on r.organization_id = ${organizationId} and r.pk = n.pk
    left join cameras c on c.organization_id = r.organization_id and c.pk = r.camera_pk
    where not r.superseded and r.spot_pk = ${spotPk}`;
  return rows.map(({ captured_at, clock_offset_ms, seen_at, ...row }) => ({
    ...row,
    at: rightTime({ captured_at, clock_offset_ms, seen_at }),
  }));
}

/** A visit from earlier pairing. */
export interface FormerVisit extends SeenVisit {
  pk: number;
  /** Whether money depends on it: such a visit is never removed. */
  kept: boolean;
}

/** The property's visits by pk, with whether enforcement already acted on them. */
export async function readFormerVisits(
  { tx, organizationId }: Recorder,
  spotPk: number,
  pks: readonly (number | null)[],
): Promise<Map<number, FormerVisit>> {
  const rows = await tx<FormerVisit[]>`
    select v.pk, v.plate, v.state, v.entrance_at, v.exit_at, v.entrance_image, v.exit_image,
      v.entrance_plate_image, v.exit_plate_image, v.doubtful, v.exit_missed,
      exists (select from rentals r where r.organization_id = v.organization_id
          and r.source = 'enforcement' and r.external_id = v.external_id)
        or exists (select from violations n where n.organization_id = v.organization_id
          and n.visit_pk = v.pk) as kept
    from visits v
    where v.organization_id = ${organizationId} and v.pk = any (${pks}::bigint[]) and v.spot_pk = ${spotPk}`;
  return new Map(rows.map((row) => [row.pk, row]));
}
