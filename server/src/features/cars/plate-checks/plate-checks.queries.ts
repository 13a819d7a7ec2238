import { alikePlates, readsOfPlate } from '@lotkeeper/contract/cars/plate-checks';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import { kioskRules } from '@lotkeeper/contract/operations/kiosks';
import type { ReadTime } from '../../../records/cars/read-times.ts';
import type { RecordReader } from '../../../records/recorder.ts';
import { longestStayMs } from '../visits/public.ts';

/** A property by its pk or uuid; null when the organization has none. */
export async function findSpot(
  { tx, organizationId }: RecordReader,
  name: string,
): Promise<number | null> {
  const [spot] = await tx<{ pk: number }[]>`
    select pk from spots
    where organization_id = ${organizationId} and ${/^\d+$/.test(name) ? tx`pk = ${Number(name)}` : tx`uuid = ${name}`}`;
  return spot?.pk ?? null;
}

/** A visit that cameras didn't see the end of. */
export interface OpenVisit {
  pk: number;
  external_id: string;
  source: string;
  plate_key: string;
  state: string | null;
  entrance_at: Instant;
  entrance_image: string | null;
  entrance_plate_image: string | null;
}

/** The open visits of plates at a property, newest first. */
export const readOpenVisits = (
  { tx, organizationId }: RecordReader,
  spotPk: number,
  keys: readonly string[],
  now: Instant,
): Promise<OpenVisit[]> => tx<OpenVisit[]>`
  select pk, external_id, source, plate_key, state, entrance_at, entrance_image, entrance_plate_image from visits
  where organization_id = ${organizationId} and spot_pk = ${spotPk} and plate_key = any (${keys}::text[])
    and exit_at is null and not exit_missed and verdict is null
    and entrance_at between ${instant(now - longestStayMs)} and ${now}
  order by entrance_at desc`;

/** When the driver of one of these cars asked for free parking at a property that staff haven't given yet; else null. */
export async function findAskedAt(
  { tx, organizationId }: RecordReader,
  spotPk: number,
  cars: readonly number[],
  now: Instant,
): Promise<Instant | null> {
  const [waiting] = await tx<{ asked_at: Instant }[]>`
    select asked_at from visitors
    where organization_id = ${organizationId} and spot_pk = ${spotPk} and car_pk = any (${cars}::bigint[])
      and deleted_at is null and asked_at > ${instant(now - kioskRules.waitingHours * hourMs)}
    order by asked_at desc limit 1`;
  return waiting?.asked_at ?? null;
}

/** A read of a plate at a property. */
export interface ReadOfPlate extends ReadTime {
  direction: 'Entrance' | 'Exit' | null;
  camera: string | null;
  image: string | null;
}

/** The newest reads of a plate, or of one that looks the same, at a property. */
export const readReadsOfPlate = (
  { tx, organizationId }: RecordReader,
  spotPk: number,
  fold: string,
): Promise<ReadOfPlate[]> => tx<ReadOfPlate[]>`
  select r.captured_at, r.time_of_arrival, r.seen_at, coalesce(c.clock_offset_ms, 0) as clock_offset_ms,
    r.direction, c.name as camera, coalesce(r.plate_image, r.image) as image
  from plate_reads r
  left join cameras c on c.organization_id = ${organizationId} and c.pk = r.camera_pk
  where r.organization_id = ${organizationId} and r.spot_pk = ${spotPk} and r.plate_fold = ${fold}
    and not r.superseded
  order by r.captured_at desc limit ${tx.literal(readsOfPlate)}`;

/** A violation of a plate, as a check shows it. */
export interface ViolationOfPlate {
  uuid: string;
  code: string;
  amount: Cents;
  status: 'Created' | 'Paid' | 'Waived';
  created_at: Instant;
  /** What all open ones of the plate add up to. */
  open: Cents;
}

/** How long ago the stay of a car without a visit may have begun that a violation is for. */
const unseenStayMs = dayMs;

/** The newest violations of a plate at a property that may be of its stay, or that are open. */
export const readViolationsOfPlate = (
  { tx, organizationId }: RecordReader,
  spotPk: number,
  { key, state }: { key: string; state: string | null },
  now: Instant,
): Promise<ViolationOfPlate[]> => tx<ViolationOfPlate[]>`
  select uuid, code, amount, status, created_at,
    coalesce(sum(amount) filter (where status = 'Created') over (), 0)::bigint as open
  from violations
  where organization_id = ${organizationId} and spot_pk = ${spotPk} and plate_key = ${key}
    and (state is null or ${state}::text is null or state = ${state})
    and (status = 'Created' or created_at > ${instant(now - longestStayMs)})
  order by status = 'Created' desc, created_at desc limit 20`;

/** The violation of a car's stay, if there is one, and what open ones of earlier stays add up to, in cents. */
export function sortViolations(
  violations: readonly ViolationOfPlate[],
  cameAt: Instant | null,
  now: Instant,
): { violation: ViolationOfPlate | null; owes: Cents } {
  const from = cameAt ?? now - unseenStayMs;
  const violation = violations.find(({ created_at }) => created_at >= from) ?? null;
  const own = violation?.status === 'Created' ? violation.amount : 0;
  return { violation, owes: cents((violations[0]?.open ?? 0) - own) };
}

/** The violation that a person's request opened; null if none. */
export async function findWritten(
  { tx, organizationId }: RecordReader,
  { source, external_id }: { source: string; external_id: string },
): Promise<{ uuid: string; spot_pk: number; plate_key: string } | null> {
  const [written] = await tx<{ uuid: string; spot_pk: number; plate_key: string }[]>`
    select uuid, spot_pk, plate_key from violations
    where organization_id = ${organizationId} and source = ${source} and external_id = ${external_id}`;
  return written ?? null;
}

/** The names of properties. */
export const readSpotNames = (
  { tx, organizationId }: RecordReader,
  pks: readonly number[],
): Promise<{ pk: number; name: string }[]> => tx<{ pk: number; name: string }[]>`
  select pk, name from spots
  where organization_id = ${organizationId} and pk = any (${pks}::bigint[])
  order by name limit ${tx.literal(alikePlates)}`;
