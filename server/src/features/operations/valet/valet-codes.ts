import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { zeroCents } from '@lotkeeper/contract/kernel/money';
import type { Untexted } from '@lotkeeper/contract/operations/valet';
import { driverPagePath, valetMessages, valetRules } from '@lotkeeper/contract/operations/valet';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { MessageServers } from '../../../kernel/messages/message-servers.ts';
import { parsePhone } from '../../../kernel/messages/phones.ts';
import { must } from '../../../kernel/must.ts';
import { Refusal, wrongFields } from '../../../kernel/refusal.ts';
import {
  queueValetCodes,
  recordValetBookings,
  recordVerification,
} from '../../../records/operations/valet-sessions.ts';
import { withRecorder } from '../../../records/recorder.ts';
import { findSession, listCodes, listOpenOfPhone, sessionIn } from './valet.queries.ts';
import { conflict } from './valet-changes.ts';
import type { ValetLinks } from './valet-links.ts';
import type { SessionRow } from './valet-rows.ts';

/**
 * Finds the session of a code; null for an unknown one. Each try is counted before it's checked, so that concurrent
 * ones can't exceed the limit; a correct one is uncounted.
 */
export async function findByCode(
  limiter: Limiter,
  scope: SpotScope,
  input: string,
  now: Instant,
): Promise<SessionRow | null> {
  const code = input.trim().toUpperCase();
  if (code.length !== valetRules.codeLength) return null;
  const subject = `valet code ${scope.person.pk} ${scope.spotPk}`;
  const window = valetRules.wrongCodesWindowMinutes * minuteMs;
  if (!(await limiter.allow(subject, valetRules.wrongCodes, now, window))) {
    throw new Refusal('too_many_requests', valetMessages.tooManyCodes);
  }
  const row = await findSession(scope, { code });
  if (row) await limiter.takeBack(subject);
  return row;
}

/** Finds the open session of a code, and records that the caller has entered it. */
export async function enterCode(
  limiter: Limiter,
  scope: SpotScope,
  input: string,
  now: Instant,
): Promise<SessionRow> {
  const row = await findByCode(limiter, scope, input, now);
  if (!row || row.status === 'ended') throw new Refusal('not_found', valetMessages.invalidCode);
  const { organizationId, person } = scope;
  await scope.write((tx) =>
    recordVerification({ tx, organizationId }, { session_pk: row.pk, person_pk: person.pk }, now),
  );
  return row;
}

/** Normalizes a phone number; refuses what isn’t one. */
export function phoneFrom(input: { phone: string; phone_country_code: string }): string {
  const dial = input.phone_country_code.replace('+', '');
  const phone = parsePhone(`+${dial}${input.phone.replace('.', '')}`, 'US');
  if (phone === null) throw wrongFields({ phone: valetMessages.invalidPhone });
  return phone;
}

/** Limits text messages per hour, by person and then by phone number. */
export async function enforceTextLimit(
  limiter: Limiter,
  person: number,
  phone: string | null,
  now: Instant,
) {
  if (phone === null) {
    await limiter.enforce(`valet texts of ${person}`, valetRules.codesPerPerson, now);
    return;
  }
  const subject = `valet texts to ${phone}`;
  if (await limiter.allow(subject, valetRules.codesPerPhone, now, hourMs)) return;
  throw new Refusal('too_many_requests', valetMessages.tooManyTexts);
}

interface Texting {
  servers: MessageServers;
  links: ValetLinks;
}

/** What nothing is set to text of sessions that aren't over; the stand hands it to the driver instead. */
export async function listUntexted(
  { servers, links }: Texting,
  scope: SpotScope,
  sessions: readonly number[],
): Promise<Untexted[]> {
  if ((await servers.find('sms')) !== null) return [];
  const { organizationId } = scope;
  const rows = await listCodes(scope, sessions);
  return rows.map(({ pk, code, link_number }) => ({
    code,
    link: driverPagePath(links.tokenOf({ organizationId, pk, link: link_number })),
  }));
}

/** Texts a driver the codes of their active sessions at the property, and returns the sessions. */
export async function resendCodes(
  limiter: Limiter,
  scope: SpotScope,
  phone: string,
  now: Instant,
): Promise<number[]> {
  await enforceTextLimit(limiter, scope.person.pk, null, now);
  const open = await listOpenOfPhone(scope, phone);
  if (open.length === 0) {
    throw new Refusal('not_found', valetMessages.invalidPhoneForSession);
  }
  await enforceTextLimit(limiter, scope.person.pk, phone, now);
  const { organizationId } = scope;
  const sessions = open.map(({ pk }) => pk);
  await scope.write((tx) => queueValetCodes({ tx, organizationId }, sessions, now));
  return sessions;
}

/** The source of sessions that begin at the stand; their external id is the uuid of the request. */
const standSource = 'valet-stand';

async function findWalkIn(scope: SpotScope, request: string) {
  const rows = await scope.read<{ pk: number; spot_pk: number }[]>(
    (sql) => sql`
      select pk, spot_pk from valet_sessions
      where organization_id = ${scope.organizationId} and source = ${standSource}
        and external_id = ${request}`,
  );
  return rows[0];
}

/** Starts the session of a driver who has not booked; repeating the request starts no second one. */
export async function startSession(
  limiter: Limiter,
  scope: SpotScope,
  input: { phone: string; request: string },
  now: Instant,
): Promise<SessionRow> {
  const known = await findWalkIn(scope, input.request);
  if (!known) {
    await enforceTextLimit(limiter, scope.person.pk, null, now);
    await enforceTextLimit(limiter, scope.person.pk, input.phone, now);
  }
  return withRecorder(scope, async (recorder) => {
    const booking = {
      source: standSource,
      external_id: input.request,
      spot_pk: scope.spotPk,
      phone: input.phone,
      booked_for: null,
      rental_type: 'hourly' as const,
      outstanding_balance: zeroCents,
      metered: true,
    };
    const car = { plate: null, state: null, country: null, make: null, model: null };
    const emptyVehicle = { ...car, color: null, notes: null };
    const [recorded] = await recordValetBookings(recorder, [{ ...booking, ...emptyVehicle }], now);
    const row = await sessionIn(recorder, must(recorded, 'recorded booking').pk);
    if (row?.spot_pk !== scope.spotPk) throw conflict(valetMessages.failed);
    return row;
  });
}
