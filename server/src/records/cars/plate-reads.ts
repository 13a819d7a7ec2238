import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toLocalDate, toLocalHour } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { isPlaceholder, plateFold, plateKey } from '@lotkeeper/contract/kernel/plates';
import type { Statement } from '../../kernel/data/database.ts';
import { defineJob, enqueueOnce } from '../../kernel/data/jobs.ts';
import { sendAhead } from '../../kernel/data/sql/transaction.ts';
import type { Recorded, Recorder } from '../recorder.ts';
import { insertSourced, listOutcomes, sourceKey, timestampCell } from '../recorder.ts';
import type { Delays } from './camera-clocks.ts';
import { clockOffset, withDelay } from './camera-clocks.ts';
import { lockPairing } from './visits/pairing-lock.ts';

/** A region of an image, in pixels from its upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A camera's read of a plate, whatever the format it arrived in. */
export interface PlateReadInput {
  source: string;
  /** The sender's id of the read; sent again, it changes nothing. */
  external_id: string;
  /** The sender's ids of the event: of a camera's reads that share one, only the best counts. */
  event_keys?: readonly string[];
  /** Whether the sender announced a better one. */
  preview?: boolean;
  /** null = the camera has no property yet. */
  spot_pk: number | null;
  camera_pk: number | null;
  message_pk?: number | null;
  /** By the camera's clock. */
  captured_at: Instant;
  /** Whether `captured_at` is the time of arrival: the camera sent no time, or an impossible one. */
  time_of_arrival?: boolean;
  /** The camera's own time, used to judge its clock; null if it sent none. */
  claimed_at?: Instant | null;
  received_at: Instant;
  /** How far the camera's clock is known to be ahead. */
  clock_offset_ms?: number;
  plate: string;
  /** Two letters. */
  state: string | null;
  country: string | null;
  /** 0 to 1. */
  confidence: number | null;
  candidates?: readonly { plate: string; confidence: number | null }[] | null;
  direction: 'Entrance' | 'Exit' | null;
  make?: string | null;
  model?: string | null;
  color?: string | null;
  vehicle_type?: string | null;
  plate_box?: Box | null;
  vehicle_box?: Box | null;
  image?: string | null;
  plate_image?: string | null;
}

/** The key a plate is compared by; empty when the camera only reports that it read none. */
export function toKeys(plate: string): { plate_key: string; plate_fold: string } {
  const plate_key = isPlaceholder(plate) ? '' : plateKey(plate);
  return { plate_key, plate_fold: plateFold(plate_key) };
}

/** The local hour of the property that a read counts in; null while its camera has no property. */
export function hourOfRead(
  recorder: Recorder,
  read: Pick<PlateReadInput, 'spot_pk' | 'captured_at' | 'time_of_arrival' | 'clock_offset_ms'>,
) {
  if (read.spot_pk === null) return { local_date: null, local_hour: null };
  const zone = recorder.timezoneOf(read.spot_pk);
  const offset = read.time_of_arrival ? 0 : (read.clock_offset_ms ?? 0);
  const at = instant(read.captured_at - offset);
  return { local_date: toLocalDate(at, zone), local_hour: toLocalHour(at, zone) };
}

export interface RecordedReads {
  recorded: Recorded[];
  /** The properties with reads to pair: their visits must be settled in the same transaction, or by a job. */
  spots: number[];
  /** The folds of the new reads' plates. */
  folds: string[];
}

/** Records plate reads, and picks the best of each event. */
export async function recordPlateReads(
  recorder: Recorder,
  reads: readonly PlateReadInput[],
  now: Instant,
): Promise<RecordedReads> {
  const rows = reads.map((read) => ({
    source: read.source,
    external_id: read.external_id,
    event_keys: read.event_keys ?? [],
    preview: read.preview ?? false,
    superseded: false,
    paired: false,
    spot_pk: read.spot_pk,
    camera_pk: read.camera_pk,
    message_pk: read.message_pk ?? null,
    captured_at: timestampCell(read.captured_at),
    time_of_arrival: read.time_of_arrival ?? false,
    received_at: timestampCell(read.received_at),
    ...hourOfRead(recorder, read),
    plate: read.plate,
    ...toKeys(read.plate),
    state: read.state,
    country: read.country,
    // As the column stores it, which rejects a number too small for it.
    confidence: read.confidence === null ? null : Math.fround(read.confidence),
    candidates: read.candidates ?? null,
    direction: read.direction,
    make: read.make ?? null,
    model: read.model ?? null,
    color: read.color ?? null,
    vehicle_type: read.vehicle_type ?? null,
    plate_box: read.plate_box ?? null,
    vehicle_box: read.vehicle_box ?? null,
    image: read.image ?? null,
    plate_image: read.plate_image ?? null,
  }));
  // Cameras before older reads: placing a camera locks them in the same order.
  const [inserted, cameras] = await Promise.all([
    insertSourced(recorder, 'plate_reads', rows),
    lockCameras(recorder, reads),
  ]);
  const fresh = selectFresh(reads, inserted);
  const spots = reads.map((read) => read.spot_pk);
  const moved = noteReads(recorder, cameras, fresh);
  const hasEvents = fresh.some((read) => read.event_keys?.length);
  const movedSpots = moved.map(({ spot_pk }) => spot_pk);
  await lockSpots(recorder, hasEvents ? [...spots, ...movedSpots] : movedSpots);
  for (const clock of moved) await unpairReads(recorder, clock, now);
  if (hasEvents) {
    await supersedeReads(
      recorder,
      inserted.map((row) => row.pk),
    );
  }
  const recorded = await listOutcomes(recorder, 'plate_reads', reads, inserted);
  return {
    recorded,
    spots: listSpots([...spots, ...movedSpots]),
    folds: [...new Set(fresh.map(({ plate }) => toKeys(plate).plate_fold))],
  };
}

/** Different properties, in key order, so that writers can't deadlock. */
const listSpots = (spots: readonly (number | null)[]): number[] =>
  [...new Set(spots)].filter((spot) => spot !== null).sort((a, b) => a - b);

/**
 * Waits until no round is pairing at these properties. A round that had already read what changes here would overwrite
 * it, since it marks each read that it saw as paired.
 */
async function lockSpots({ tx }: Recorder, spots: readonly (number | null)[]): Promise<void> {
  for (const spot of listSpots(spots)) await lockPairing(tx, spot);
}

/**
 * Of reads of one event the final one counts, and of several the latest, in whatever order they arrive. Cameras reuse a
 * car's number after a while: reads that are further apart belong to one event only if their plates are similar, and a
 * preview made after the final read belongs to the next car.
 */
async function supersedeReads({ tx, organizationId }: Recorder, fresh: readonly number[]) {
  const columns = tx`pk, camera_pk, event_keys, preview, superseded, captured_at, plate_fold`;
  const isBetter = (w: string, r: string) =>
    tx.unsafe(`not ${r}.superseded
      and (not ${w}.preview, ${w}.captured_at, ${w}.pk) > (not ${r}.preview, ${r}.captured_at, ${r}.pk)
      and (${r}.captured_at between ${w}.captured_at - interval '10 seconds' and ${w}.captured_at + interval '10 seconds'
        or similarity(${r}.plate_fold, ${w}.plate_fold) >= 0.3)
      and not (${r}.preview and not ${w}.preview and ${r}.captured_at > ${w}.captured_at + interval '10 seconds')`);
  // The reads of each event are looked up on their own, by the index of events.
  await tx`
    with fresh as materialized (
      select ${columns} from plate_reads
      where organization_id = ${organizationId} and pk = any (${fresh}::bigint[]) and event_keys <> '{}'),
    losers as materialized (
      select l.pk from fresh f
      cross join lateral (
        select ${columns} from plate_reads o
        where o.organization_id = ${organizationId} and o.event_keys && f.event_keys and o.event_keys <> '{}'
          and o.pk <> f.pk and o.camera_pk is not distinct from f.camera_pk
        offset 0) o
      cross join lateral (
        select f.pk where ${isBetter('o', 'f')}
        union all
        select o.pk where ${isBetter('f', 'o')}) l),
    replaced as (
      update plate_reads r set superseded = true, paired = false
      where r.organization_id = ${organizationId} and r.pk = any (array(select pk from losers))
      returning r.camera_pk, r.local_date, r.local_hour, r.plate_key)
    -- All reads of a car are one in the hours of its camera.
    update camera_hours h set reads = h.reads - n.reads
    from (
      select camera_pk, local_date, local_hour, count(*) as reads from replaced
      where camera_pk is not null and local_date is not null and plate_key <> '' group by 1, 2, 3) n
    where h.organization_id = ${organizationId} and h.camera_pk = n.camera_pk and h.local_date = n.local_date
      and h.local_hour = n.local_hour`;
}

/** The reads that weren't known before. */
function selectFresh(
  reads: readonly PlateReadInput[],
  inserted: readonly { source: string; external_id: string }[],
): PlateReadInput[] {
  const keys = new Set(inserted.map(sourceKey));
  return reads.filter((read) => keys.has(sourceKey(read)));
}

/** Locks the cameras of reads in key order, so that writers can't deadlock. */
async function lockCameras(
  { tx, organizationId }: Recorder,
  reads: readonly PlateReadInput[],
): Promise<NotedCamera[]> {
  const pks = [...new Set(reads.flatMap(({ camera_pk }) => camera_pk ?? []))];
  if (pks.length === 0) return [];
  return tx<NotedCamera[]>`
    select pk, spot_pk, recent_delays_ms, delays_until, clock_offset_ms, clock_set from cameras
    where organization_id = ${organizationId} and pk = any (${pks}::bigint[])
    order by pk for no key update`;
}

/** A camera with its recent clock delays. */
interface NotedCamera extends Delays, Clock {
  /** Whether an Admin set the offset: then reads don't change it. */
  clock_set: boolean;
}

/** The camera's own time of a read; null if it sent none. */
const getClaim = ({ claimed_at, captured_at, time_of_arrival }: PlateReadInput) =>
  claimed_at === undefined && !time_of_arrival ? captured_at : (claimed_at ?? null);

/**
 * Notes when the last read of each locked camera arrived, its delays, and the clock offset that they show. Returns the
 * clocks that were wrong. It filters by key too: the policy filters by organization, so PostgreSQL expects a single row,
 * and without the keys it compared every camera of the organization with every read.
 */
function noteReads(
  { tx, organizationId }: Recorder,
  cameras: readonly NotedCamera[],
  fresh: readonly PlateReadInput[],
): Clock[] {
  const clocks = cameras.flatMap(({ pk, spot_pk, clock_offset_ms, clock_set, ...known }) => {
    const reads = fresh.filter((read) => read.camera_pk === pk);
    if (reads.length === 0) return [];
    const { recent_delays_ms, delays_until } = reads
      .flatMap((read) => {
        const claimed_at = getClaim(read);
        return claimed_at === null ? [] : [{ claimed_at, received_at: read.received_at }];
      })
      .reduce<Delays>(withDelay, known);
    const learned = clock_set ? null : clockOffset(recent_delays_ms);
    return {
      pk,
      spot_pk,
      last_read_at: timestampCell(Math.max(...reads.map(({ received_at }) => received_at))),
      recent_delays_ms,
      delays_until: timestampCell(delays_until),
      clock_offset_ms: learned ?? clock_offset_ms,
      isMoved: learned !== null && Math.abs(learned - clock_offset_ms) > minuteMs,
    };
  });
  if (clocks.length === 0) return [];
  sendAhead(tx`
    update cameras c set last_read_at = greatest(c.last_read_at, w.last_read_at),
      last_beat_at = greatest(c.last_beat_at, w.last_read_at), recent_delays_ms = w.recent_delays_ms,
      delays_until = w.delays_until, clock_offset_ms = w.clock_offset_ms
    from json_populate_recordset(null::cameras, ${JSON.stringify(clocks)}::text::json) w
    where c.organization_id = ${organizationId} and c.pk = w.pk
      and c.pk = any (${clocks.map(({ pk }) => pk)}::bigint[])`);
  return clocks.filter(({ isMoved }) => isMoved);
}

/** A camera's property, and how far its clock is ahead. */
export interface Clock {
  pk: number;
  spot_pk: number | null;
  clock_offset_ms: number;
}

/** How far back reads are corrected when a clock turns out to be wrong. */
const rightedMs = dayMs;
/** A read that took longer than this from capture to arrival may have been made by a correct clock. */
const usualDelayMs = 2 * minuteMs;

/**
 * Queues a camera's reads of the last day for pairing again, if the clock was already as far off when they were made.
 */
export async function pairReadsAgain(
  recorder: Recorder,
  clock: Clock,
  now: Instant,
): Promise<void> {
  await lockSpots(recorder, [clock.spot_pk]);
  await unpairReads(recorder, clock, now);
  await queuePairing(recorder, [clock.spot_pk], now);
}

/** Marks those reads as unpaired. Their property must be locked. */
async function unpairReads(
  { tx, organizationId }: Recorder,
  { pk, spot_pk, clock_offset_ms }: Clock,
  now: Instant,
): Promise<void> {
  if (spot_pk === null) return;
  await tx`
    update plate_reads set seen_at = null, paired = false
    where organization_id = ${organizationId} and spot_pk = ${spot_pk} and camera_pk = ${pk}
      and received_at > ${instant(now - rightedMs)} and not time_of_arrival
      and abs(extract(epoch from received_at - captured_at) * 1000 + ${clock_offset_ms}::bigint) <= ${usualDelayMs}`;
}

/**
 * Queues the settling of those of the given properties that have an unpaired read or an undecided visit. If only cars with
 * some plates are concerned, no others are looked for: a visit is decided by cars whose plates fold to its own.
 */
export async function queueUndecided(
  recorder: Pick<Recorder, 'tx' | 'organizationId'>,
  spots: readonly number[],
  now: Instant,
  plates?: readonly string[],
): Promise<void> {
  if (spots.length === 0 || plates?.length === 0) return;
  const { tx, organizationId } = recorder;
  const folds = plates && [...new Set(plates.map((plate) => plateFold(plateKey(plate))))];
  const rows = await tx<{ pk: number }[]>`
    select pk from spots s
    where s.organization_id = ${organizationId} and s.pk = any (${[...new Set(spots)]}::bigint[]) and (
      exists (select from visits v where v.organization_id = s.organization_id and v.spot_pk = s.pk
        and v.due_at is not null and not v.decided
        ${folds ? tx`and lotkeeper.plate_fold(v.plate_key) = any (${folds}::text[])` : tx``})
      or exists (select from plate_reads r where r.organization_id = s.organization_id
        and r.spot_pk = s.pk and not r.paired
        ${folds ? tx`and r.plate_fold = any (${folds}::text[])` : tx``}))`;
  await queuePairing(
    recorder,
    rows.map(({ pk }) => pk),
    now,
  );
}

/** Pairs a property's unpaired reads, and decides the outcome of its visits. */
export const settleVisitsJob = defineJob<{ organization_id: number; spot_pk: number }>(
  'settle_visits',
);

/** Queues the settling of visits at properties where something arrived. */
export async function queuePairing(
  { tx, organizationId }: Pick<Recorder, 'tx' | 'organizationId'>,
  spots: readonly (number | null)[],
  now: Instant,
): Promise<void> {
  // Sent in one round trip, and run in order.
  await Promise.all(
    listSpots(spots).map((spot_pk) =>
      enqueueOnce(
        tx,
        settleVisitsJob,
        { organization_id: organizationId, spot_pk },
        { key: `settle_visits:${spot_pk}`, runAt: now },
      ),
    ),
  );
}

export interface ReadClaim {
  pk: number;
  visit_pk: number | null;
  /** The external id of a visit that was recorded just before. */
  visit?: string | null;
  seen_at: Instant | null;
  sureness: number | null;
}

/**
 * Stores which visit each read belongs to (null = none), and marks it as processed. Its time and how sure it is, as found
 * when it is first processed, aren't changed later.
 */
export function claimReads(
  { tx, organizationId }: Recorder,
  reads: readonly ReadClaim[],
): Statement<unknown> {
  const rows = reads.map((read) => ({ ...read, seen_at: timestampCell(read.seen_at) }));
  return tx`
    update plate_reads r set paired = true, set_aside = null, seen_at = coalesce(r.seen_at, c.seen_at),
      sureness = coalesce(r.sureness, c.sureness),
      visit_pk = coalesce(c.visit_pk, (
        select pk from visits
        where organization_id = ${organizationId} and source = 'cameras' and external_id = c.visit))
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      c(pk bigint, visit_pk bigint, visit text, seen_at timestamptz, sureness real)
    where r.organization_id = ${organizationId} and r.pk = c.pk`;
}
