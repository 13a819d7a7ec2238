import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import { formatDayTime } from '@lotkeeper/contract/kernel/format';
import { zeroCents } from '@lotkeeper/contract/kernel/money';
import { plateFold, plateKey } from '@lotkeeper/contract/kernel/plates';
import type { checkInValetSession, updateValetSession } from '@lotkeeper/contract/operations/valet';
import {
  plateIsHere,
  tagInUse,
  valetMessages,
  valetRules,
} from '@lotkeeper/contract/operations/valet';
import { isBookingSite } from '@lotkeeper/contract/people/rentals';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { must } from '../../../kernel/must.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { queueUndecided } from '../../../records/cars/plate-reads.ts';
import type { CarInput } from '../../../records/cars.ts';
import { readPolicy } from '../../../records/operations/enforcement-policy.ts';
import { readEvents } from '../../../records/operations/events.ts';
import { readRate } from '../../../records/operations/set-prices.ts';
import {
  changeValetSession,
  lockValetSession,
} from '../../../records/operations/valet-sessions.ts';
import { changeRentals, endRentals } from '../../../records/people/rental-changes.ts';
import { recordRentals } from '../../../records/people/rentals.ts';
import type { Recorder } from '../../../records/recorder.ts';
import { withRecorder } from '../../../records/recorder.ts';
import { requireShown } from '../../../records/shown.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { balanceAt } from './balance.rules.ts';
import type { SessionName } from './valet.queries.ts';
import { isVerified, readSession, sessionIn } from './valet.queries.ts';
import { requireSettled, valetSource } from './valet-orders.queries.ts';
import type { SessionRow } from './valet-rows.ts';
import { findSessionRates, sessionColumns } from './valet-rows.ts';

type Vehicle = Omit<
  BodyOf<typeof checkInValetSession>,
  'rental_type' | 'no_plate' | 'despite_plate'
>;

export const conflict = (message: string) => new Refusal('conflict', message);
const conflictAt = (field: string, message: string) =>
  new Refusal('conflict', message, { [field]: message });

/** Since when a code must have been entered. */
export const verifiedSince = (now: Instant) => instant(now - valetRules.verifiedMinutes * minuteMs);

/** Refuses unless the caller has recently entered the session's code. */
export async function requireVerified(
  recorder: Pick<Recorder, 'tx' | 'organizationId'>,
  { pk }: Pick<SessionRow, 'pk'>,
  { person }: Pick<SpotScope, 'person'>,
  now: Instant,
): Promise<void> {
  const verification = { session_pk: pk, person_pk: person.pk };
  if (!(await isVerified(recorder, verification, verifiedSince(now))))
    throw conflict(valetMessages.enterCode);
}

/** Changes a session under its lock, and returns the updated session. */
export async function withSession(
  scope: SpotScope,
  name: SessionName,
  work: (recorder: Recorder, row: SessionRow) => Promise<void>,
): Promise<SessionRow> {
  const { pk } = await readSession(scope, name);
  return withRecorder(scope, async (recorder) => {
    await lockValetSession(recorder, pk);
    await work(recorder, (await sessionIn(recorder, pk)) as SessionRow);
    return (await sessionIn(recorder, pk)) as SessionRow;
  });
}

const described = [
  'plate',
  'state',
  'country',
  'make',
  'model',
  'color',
  'notes',
  'key_tag',
] as const;

const isSame = (
  row: SessionRow,
  vehicle: { [Name in keyof Vehicle]?: Vehicle[Name] | undefined },
) => described.every((field) => vehicle[field] === undefined || vehicle[field] === row[field]);

/** The car of a rental; null without a plate. */
function toCar({ plate, state, country, make, model, color }: Vehicle): CarInput | null {
  if (!plate || !state || !country) return null;
  return {
    plate,
    state,
    country,
    make: make ?? null,
    model: model ?? null,
    color: color ?? null,
  };
}

/** Refuses a key tag or a plate that another car at the property has; until the transaction ends, nobody takes them. */
async function requireFree(
  { tx, organizationId }: Recorder,
  row: SessionRow,
  input: { key_tag?: string | null | undefined; plate?: string | undefined },
  now: Instant,
): Promise<void> {
  const { key_tag: tag, plate } = input;
  if (!tag && !plate) return;
  await tx`select pg_advisory_xact_lock(hashtextextended('valet keys', ${row.spot_pk}::bigint))`;
  const others = await tx<SessionRow[]>`
    select ${sessionColumns(tx, organizationId)} from valet_sessions v
    where v.organization_id = ${organizationId} and v.spot_pk = ${row.spot_pk}
      and v.status = 'active' and v.pk <> ${row.pk}`;
  const since = ({ checked_in_at }: SessionRow) =>
    formatDayTime(checked_in_at ?? now, now, row.timezone);
  const tagged = others.find(({ key_tag }) => tag && key_tag?.toLowerCase() === tag.toLowerCase());
  if (tag && tagged) {
    const car = tagged.plate ?? [tagged.color, tagged.make].filter(Boolean).join(' ');
    throw conflictAt('key_tag', tagInUse(tag, car || tagged.phone, since(tagged)));
  }
  const same = others.find((other) => plate && plateKey(other.plate ?? '') === plateKey(plate));
  if (plate && same) throw conflictAt('plate', plateIsHere(plate, since(same)));
}

const toDayRange = (at: Instant, zone: TimeZone): { first: LocalDate; last: LocalDate } => {
  const day = toLocalDate(at, zone);
  return { first: day, last: day };
};

/** The price of the parked time from now on; null if it isn't charged. */
async function rateFrom(
  recorder: Recorder,
  row: SessionRow,
  plate: string | undefined,
  now: Instant,
) {
  const policy = row.metered ? await readPolicy(recorder, row.spot_pk) : null;
  if (!policy) return null;
  const events = await readEvents(recorder, row.spot_pk, toDayRange(now, policy.timezone));
  const stay = { from: now, plateFold: plateFold(plateKey(plate ?? '')) };
  return readRate(recorder, policy, stay, events);
}

/** Records the rental that starts with a check-in, with a zero charge that counts it, and returns its pk. */
async function recordStart(recorder: Recorder, row: SessionRow, vehicle: Vehicle, now: Instant) {
  const [rental] = await recordRentals(recorder, [
    {
      source: valetSource,
      external_id: row.uuid,
      spot_pk: row.spot_pk,
      rental_type: row.rental_type,
      start_date: now,
      end_date: null,
      car: toCar(vehicle),
      renter: { phone: row.phone },
      marketed: isBookingSite(row.source),
      movements: [
        {
          external_id: row.uuid,
          kind: 'charge',
          occurred_at: now,
          amount: zeroCents,
          tax: zeroCents,
        },
      ],
    },
  ]);
  if (vehicle.plate) await queueUndecided(recorder, [row.spot_pk], now, [vehicle.plate]);
  return must(rental, 'recorded rental').pk;
}

/** Checks a car in; the same check-in of a car that is already here changes nothing. */
export const checkIn = (
  scope: SpotScope,
  name: SessionName,
  { rental_type, no_plate, despite_plate, ...vehicle }: BodyOf<typeof checkInValetSession>,
  now: Instant,
) =>
  withSession(scope, name, async (recorder, row) => {
    if (row.status === 'ended') throw conflict(valetMessages.ended);
    if (row.status === 'active') {
      if (isSame(row, vehicle) && (!no_plate || row.plate === null)) return;
      throw conflict(valetMessages.checkedIn);
    }
    await requireVerified(recorder, row, scope, now);
    const { key_tag, plate } = vehicle;
    await requireFree(recorder, row, { key_tag, plate: despite_plate ? undefined : plate }, now);
    const rate = await rateFrom(recorder, row, vehicle.plate, now);
    const rental_pk = await recordStart(recorder, { ...row, rental_type }, vehicle, now);
    // A booking may have named another car.
    const unplated = no_plate ? { plate: null, state: null, country: null } : {};
    await changeValetSession(recorder, row.pk, {
      ...vehicle,
      ...unplated,
      status: 'active',
      rental_type,
      rate,
      rental_pk,
      checked_in_at: now,
      checked_in_by: scope.person.pk,
    });
  });

/** Checks out a car with nothing owed. Repeating it returns the same answer. */
export const checkOut = (scope: SpotScope, name: SessionName, now: Instant) =>
  withSession(scope, name, async (recorder, row) => {
    if (row.status === 'pending') throw conflict(valetMessages.notCheckedIn);
    if (row.status === 'ended') {
      if (row.checked_out_by === scope.person.pk) return;
      throw conflict(valetMessages.ended);
    }
    await requireVerified(recorder, row, scope, now);
    await requireSettled(recorder, row.pk);
    if (balanceAt(row, findSessionRates(row, now), now) > 0) throw conflict(valetMessages.payFirst);
    const end = { source: valetSource, external_id: row.uuid, ended_at: now, movements: [] };
    await endRentals(recorder, [end]);
    await changeValetSession(recorder, row.pk, {
      status: 'ended',
      checked_out_at: now,
      checked_out_by: scope.person.pk,
    });
  });

/** Changes the details of a car that is here, and the car of its rental. */
export const changeVehicle = (
  scope: SpotScope,
  name: SessionName,
  { shown, ...change }: BodyOf<typeof updateValetSession>,
  now: Instant,
) =>
  withSession(scope, name, async (recorder, row) => {
    if (row.status !== 'active') throw conflict(valetMessages.notActive);
    if (isSame(row, change)) return;
    const { tx } = recorder;
    const { plate, state, country } = row;
    const current = { ...row, car_details: { plate, state, country } };
    const subject = { subject: 'valet session', pk: row.pk } as const;
    await requireShown(tx, scope, shown, current, subject);
    await recordAuditEntry(tx, scope, now, { act: 'change', ...subject });
    if (change.key_tag !== row.key_tag) {
      await requireFree(recorder, row, { key_tag: change.key_tag }, now);
    }
    const rental = { source: valetSource, external_id: row.uuid };
    const sentFields = Object.fromEntries(
      Object.entries(change).filter(([, value]) => value !== undefined),
    );
    const car = toCar({ ...row, ...sentFields } as Vehicle);
    await changeRentals(recorder, [{ ...rental, changed_at: now, car }]);
    await changeValetSession(recorder, row.pk, sentFields);
  });
