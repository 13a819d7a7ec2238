import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toLocalDate, toLocalHour } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { isPlaceholder, plateFold, plateKey } from '@lotkeeper/contract/kernel/plates';
import { defineJob, enqueueOnce } from '../kernel/data/jobs.ts';
import type { Delays } from './camera-clocks.ts';
import { clockOffset, withDelay } from './camera-clocks.ts';
import { lockPairing } from './pairing-lock.ts';
import type { Recorded, Recorder } from './recorder.ts';
import { insertSourced, listOutcomes, sourceKey, timestampCell } from './recorder.ts';

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
  read: Pick<PlateReadInput, 'spot_pk' | 'captured_at' | 'clock_offset_ms'>,
) {
  if (read.spot_pk === null) return { local_date: null, local_hour: null };
  const zone = recorder.timezoneOf(read.spot_pk);
  const at = instant(read.captured_at - (read.clock_offset_ms ?? 0));
  return { local_date: toLocalDate(at, zone), local_hour: toLocalHour(at, zone) };
}

/** Records plate reads, picks the best of each event, and queues pairing at their properties. */
export async function recordPlateReads(
  recorder: Recorder,
  reads: readonly PlateReadInput[],
  now: Instant,
): Promise<Recorded[]> {
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
  const inserted = await insertSourced(recorder, 'plate_reads', rows);
  const fresh = selectFresh(reads, inserted);
  const spots = reads.map((read) => read.spot_pk);
  // Cameras before older reads: placing a camera locks them in the same order.
  const noted = await noteCameras(recorder, fresh);
  const moved = await noteClocks(recorder, noted, fresh);
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
  // Last, as everywhere: who holds a waiting job's row must not wait for a property that is being settled.
  await queuePairing(recorder, [...spots, ...movedSpots], now);
  return listOutcomes(recorder, 'plate_reads', reads, inserted);
}

/**
 * Waits until no round is pairing at these properties. A round that had already read what changes here would overwrite
 * it, since it marks each read that it saw as paired.
 */
async function lockSpots({ tx }: Recorder, spots: readonly (number | null)[]): Promise<void> {
  const known = [...new Set(spots)].filter((spot) => spot !== null).sort((a, b) => a - b);
  for (const spot of known) await lockPairing(tx, spot);
}

/**
 * Of reads of one event the final one counts, and of several the latest, in whatever order they arrive. Cameras reuse a
 * car's number after a while: reads that are further apart belong to one event only if their plates are similar, and a
 * preview made after the final read belongs to the next car.
 */
async function supersedeReads({ tx, organizationId }: Recorder, fresh: readonly number[]) {
  await tx`
    update plate_reads r set superseded = true, paired = false
    from plate_reads w
    where r.organization_id = ${organizationId} and w.organization_id = ${organizationId}
      and r.event_keys && w.event_keys and r.event_keys <> '{}' and r.pk <> w.pk
      and r.camera_pk is not distinct from w.camera_pk and not r.superseded
      and (r.pk = any (${fresh}::bigint[]) or w.pk = any (${fresh}::bigint[]))
      and (not w.preview, w.captured_at, w.pk) > (not r.preview, r.captured_at, r.pk)
      and (r.captured_at between w.captured_at - interval '10 seconds' and w.captured_at + interval '10 seconds'
        or similarity(r.plate_fold, w.plate_fold) >= 0.3)
      and not (r.preview and not w.preview and r.captured_at > w.captured_at + interval '10 seconds')`;
}

/** The reads that weren't known before. */
function selectFresh(
  reads: readonly PlateReadInput[],
  inserted: readonly { source: string; external_id: string }[],
): PlateReadInput[] {
  const keys = new Set(inserted.map(sourceKey));
  return reads.filter((read) => keys.has(sourceKey(read)));
}

/**
 * Notes when the cameras' last reads arrived, locking the cameras in key order so that writers can't deadlock. The
 * times are parameters, and both parts filter by key: the policy filters by organization too, so PostgreSQL expects a
 * single row, and when the times were read from the table, it compared every camera of the organization with every
 * read.
 */
async function noteCameras(
  { tx, organizationId }: Recorder,
  reads: readonly PlateReadInput[],
): Promise<NotedCamera[]> {
  const arrivals = new Map<number, number>();
  for (const { camera_pk, received_at } of reads) {
    if (camera_pk === null) continue;
    arrivals.set(camera_pk, Math.max(received_at, arrivals.get(camera_pk) ?? received_at));
  }
  if (arrivals.size === 0) return [];
  const pks = [...arrivals.keys()];
  const cameras = [...arrivals].map(([pk, at]) => ({ pk, last_read_at: timestampCell(at) }));
  return tx<NotedCamera[]>`
    with locked as materialized (
      select c.pk, w.last_read_at as at
      from json_populate_recordset(null::cameras, ${JSON.stringify(cameras)}::text::json) w
      join cameras c on c.organization_id = ${organizationId} and c.pk = w.pk and c.pk = any (${pks}::bigint[])
      order by c.pk for no key update of c)
    update cameras c set last_read_at = greatest(c.last_read_at, l.at), last_beat_at = greatest(c.last_beat_at, l.at)
    from locked l where c.organization_id = ${organizationId} and c.pk = l.pk and c.pk = any (${pks}::bigint[])
    returning c.pk, c.spot_pk, c.recent_delays_ms, c.delays_until, c.clock_offset_ms, c.clock_set`;
}

/** A camera with its recent clock delays. */
interface NotedCamera extends Delays, Clock {
  /** Whether an Admin set the offset: then reads don't change it. */
  clock_set: boolean;
}

/** The camera's own time of a read; null if it sent none. */
const getClaim = ({ claimed_at, captured_at, time_of_arrival }: PlateReadInput) =>
  claimed_at === undefined && !time_of_arrival ? captured_at : (claimed_at ?? null);

/** Stores the delays of cameras' last reads, and the clock offsets they show. Returns the clocks that were wrong. */
async function noteClocks(
  recorder: Recorder,
  cameras: readonly NotedCamera[],
  fresh: readonly PlateReadInput[],
): Promise<Clock[]> {
  if (cameras.length === 0) return [];
  const { tx, organizationId } = recorder;
  const clocks = cameras.map(({ pk, spot_pk, clock_offset_ms, clock_set, ...known }) => {
    const { recent_delays_ms, delays_until } = fresh
      .filter((read) => read.camera_pk === pk)
      .flatMap((read) => {
        const claimed_at = getClaim(read);
        return claimed_at === null ? [] : [{ claimed_at, received_at: read.received_at }];
      })
      .reduce<Delays>(withDelay, known);
    const learned = clock_set ? null : clockOffset(recent_delays_ms);
    return {
      pk,
      spot_pk,
      recent_delays_ms,
      delays_until: timestampCell(delays_until),
      clock_offset_ms: learned ?? clock_offset_ms,
      isMoved: learned !== null && Math.abs(learned - clock_offset_ms) > minuteMs,
    };
  });
  await tx`
    update cameras c set recent_delays_ms = w.recent_delays_ms, delays_until = w.delays_until,
      clock_offset_ms = w.clock_offset_ms
    from json_populate_recordset(null::cameras, ${JSON.stringify(clocks)}::text::json) w
    where c.organization_id = ${organizationId} and c.pk = w.pk`;
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
  const known = [...new Set(spots)].filter((spot) => spot !== null).sort((a, b) => a - b);
  // Sent in one round trip and run in key order, so that writers can't deadlock.
  await Promise.all(
    known.map((spot_pk) =>
      enqueueOnce(
        tx,
        settleVisitsJob,
        { organization_id: organizationId, spot_pk },
        { key: `settle_visits:${spot_pk}`, runAt: now },
      ),
    ),
  );
}

/**
 * Stores which visit each read belongs to (null = none), and marks it as processed. The time when a read is first
 * processed isn't changed later.
 */
export async function claimReads(
  { tx, organizationId }: Recorder,
  reads: readonly { pk: number; visit_pk: number | null; seen_at: Instant | null }[],
): Promise<void> {
  const rows = reads.map((read) => ({ ...read, seen_at: timestampCell(read.seen_at) }));
  await tx`
    update plate_reads r set visit_pk = c.visit_pk, paired = true, set_aside = null,
      seen_at = coalesce(r.seen_at, c.seen_at)
    from json_populate_recordset(null::plate_reads, ${JSON.stringify(rows)}::text::json) c
    where r.organization_id = ${organizationId} and r.pk = c.pk`;
}
