import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Kiosk, KioskMode, WaitingVisitor } from '@lotkeeper/contract/operations/kiosks';
import { kioskMessages, kioskRules } from '@lotkeeper/contract/operations/kiosks';
import { newKioskToken } from '../../../kernel/access/callers.ts';
import type { KioskScope, SpotScope } from '../../../kernel/access/scope.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import { hashToken, newToken } from '../../../kernel/access/secrets.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { Refusal, wrongFields } from '../../../kernel/refusal.ts';
import type { ValidatedVisitor } from '../../../records/operations/visitor-changes.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { kioskIdleMs } from './open-kiosks.ts';

const columns = (sql: Sql, now: Instant) => sql`
  k.pk, k.mode, k.minutes, k.created_at, k.last_seen_at,
  case when k.pin_locked_until > ${now} then k.pin_locked_until end as pin_locked_until,
  (select p.first_name || ' ' || p.last_name from people p where p.pk = k.created_by) as created_by`;

const filterKiosk = (sql: Sql, { organizationId, kiosk }: KioskScope) =>
  sql`organization_id = ${organizationId} and pk = ${kiosk.pk}`;

/** The property's kiosks that are active or waiting to be opened, newest first. */
export const listKioskRows = (scope: SpotScope, now: Instant) =>
  scope.read<Kiosk[]>(
    (sql) => sql`
      select ${columns(sql, now)} from kiosks k
      where k.organization_id = ${scope.organizationId} and k.spot_pk = ${scope.spotPk}
        and k.ended_at is null and (k.token_hash is not null or k.ticket_expires_at > ${now})
        and coalesce(k.last_seen_at, k.created_at) > ${now - kioskIdleMs}
      order by k.created_at desc, k.pk desc limit 50`,
  );

/** The hash of a kiosk's PIN; the same PIN of another kiosk has another hash. */
const pinHash = (secretBox: SecretBox, ticketHash: Buffer, pin: string) =>
  secretBox.hash(`kiosk pin ${ticketHash.toString('base64')}`, pin);

/** Creates a kiosk and writes an audit entry; the ticket is returned only once. */
export async function insertKiosk(
  scope: SpotScope,
  secretBox: SecretBox,
  settings: { mode: KioskMode; minutes: number; pin: string },
  now: Instant,
): Promise<{ ticket: string; kiosk: Kiosk }> {
  const { organizationId, spotPk, person } = scope;
  const { mode, minutes, pin } = settings;
  const ticket = `lkt_${newToken()}`;
  const salt = hashToken(ticket);
  const row = {
    organization_id: organizationId,
    spot_pk: spotPk,
    mode,
    minutes: mode === 'hours' ? minutes : kioskRules.maxMinutes,
    pin_salt: salt,
    pin_hash: pinHash(secretBox, salt, pin),
    ticket_hash: salt,
    ticket_expires_at: now + kioskRules.ticketMinutes * minuteMs,
    created_by: person.pk,
    created_at: now,
  };
  const kiosk = await scope.write(async (tx) => {
    const [inserted] = await tx<[Kiosk]>`
      with k as (insert into kiosks ${tx.values(row)} returning *) select ${columns(tx, now)} from k`;
    const { pk } = inserted;
    await recordAuditEntry(tx, scope, now, {
      act: 'create',
      subject: 'kiosk',
      pk,
      after: { mode, minutes },
    });
    return inserted;
  });
  return { ticket, kiosk };
}

/** Ends a kiosk; ending it twice changes nothing. */
export const stopKiosk = (scope: SpotScope, pk: number, now: Instant): Promise<void> =>
  scope.write(async (tx) => {
    const { organizationId } = scope;
    const ended = await tx`
      update kiosks set ended_at = ${now}
      where organization_id = ${organizationId} and pk = ${pk} and ended_at is null`;
    if (ended.count === 0) return;
    await recordAuditEntry(tx, scope, now, { act: 'remove', subject: 'kiosk', pk });
  });

/** Forgets wrong PINs of a kiosk. */
export const resetPinFailures = (scope: SpotScope, pk: number, now: Instant): Promise<void> =>
  scope.write(async (tx) => {
    const { organizationId } = scope;
    const reset = await tx`
      update kiosks set pin_failures = 0, pin_locked_until = null
      where organization_id = ${organizationId} and pk = ${pk} and pin_locked_until > ${now}`;
    if (reset.count === 0) return;
    await recordAuditEntry(tx, scope, now, { act: 'change', subject: 'kiosk', pk });
  });

/** Exchanges a ticket for its kiosk's token, once; if two callers try, only one gets it. */
export async function redeemTicket(sql: Sql, ticket: string, now: Instant): Promise<string> {
  const token = newKioskToken();
  const redemption = await sql`
    update kiosks set token_hash = ${hashToken(token)}, ticket_hash = null, last_seen_at = ${now}
    where ticket_hash = ${hashToken(ticket)} and ended_at is null and ticket_expires_at > ${now}`;
  if (redemption.count === 0) throw new Refusal('code_invalid', kioskMessages.deadTicket);
  return token;
}

interface PinState {
  pin_salt: Buffer;
  pin_hash: Buffer;
  pin_failures: number;
  pin_locked_until: Instant | null;
}

/** How long PINs are refused after a number of wrong ones in a row: not at all, or twice as long each time. */
function pauseAfter(failures: number): number {
  const { wrongPins, pinPauseMinutes } = kioskRules;
  if (failures % wrongPins !== 0) return 0;
  return Math.min(dayMs, pinPauseMinutes * minuteMs * 2 ** (failures / wrongPins - 1));
}

/** Unlocks a kiosk for a minute by its PIN. Attempts are serialized, so that none exceeds the limit. */
export async function unlockByPin(
  scope: KioskScope,
  secretBox: SecretBox,
  pin: string,
  now: Instant,
): Promise<void> {
  const refusal = await scope.write(async (tx) => {
    const kioskFilter = filterKiosk(tx, scope);
    const [state] = await tx<PinState[]>`
      select pin_salt, pin_hash, pin_failures, pin_locked_until from kiosks where ${kioskFilter} for update`;
    if (!state) return null;
    const locked = state.pin_locked_until;
    if (locked !== null && locked > now) {
      return new Refusal(
        'too_many_requests',
        kioskMessages.pause(Math.ceil((locked - now) / minuteMs)),
      );
    }
    if (pinHash(secretBox, Buffer.from(state.pin_salt), pin).equals(state.pin_hash)) {
      const until = now + kioskRules.unlockedSeconds * 1000;
      await tx`update kiosks set unlocked_until = ${until}, pin_failures = 0 where ${kioskFilter}`;
      return null;
    }
    const failures = state.pin_failures + 1;
    const pause = pauseAfter(failures);
    await tx`
      update kiosks set pin_failures = ${failures}, pin_locked_until = ${pause ? now + pause : null}
      where ${kioskFilter}`;
    const times = failures % kioskRules.wrongPins || kioskRules.wrongPins;
    return wrongFields({
      pin: times === 1 ? kioskMessages.wrongPin : kioskMessages.wrongAgain(times),
    });
  });
  if (refusal) throw refusal;
}

export const lockKioskNow = (scope: KioskScope): Promise<unknown> =>
  scope.write((tx) => tx`update kiosks set unlocked_until = null where ${filterKiosk(tx, scope)}`);

/** The condition that visitor `v` waits at the property. */
const isWaiting = (sql: Sql, scope: SpotScope | KioskScope, now: Instant) => sql`
  v.organization_id = ${scope.organizationId} and v.spot_pk = ${scope.spotPk}
    and v.deleted_at is null and v.asked_at > ${instant(now - kioskRules.waitingHours * hourMs)}`;

/** Keeps a kiosk's last validation for its undo, and locks it if nobody else waits; returns whether it is locked. */
export async function settleValidation(
  tx: Tx,
  scope: KioskScope,
  undo: ValidatedVisitor,
  now: Instant,
): Promise<boolean> {
  const [{ is_locked }] = await tx<[{ is_locked: boolean }]>`
    update kiosks set undo = ${JSON.stringify(undo)}::text::jsonb,
      unlocked_until = case when exists (
        select 1 from visitors v where ${isWaiting(tx, scope, now)})  then unlocked_until end
    where ${filterKiosk(tx, scope)} returning unlocked_until is null as is_locked`;
  return is_locked;
}

/** What a kiosk may take back, once: its last validation, if it is recent. */
export async function takeUndo(
  tx: Tx,
  scope: KioskScope,
  now: Instant,
): Promise<ValidatedVisitor | null> {
  const [row] = await tx<{ undo: ValidatedVisitor }[]>`
    update kiosks k set undo = null from kiosks before
    where k.organization_id = ${scope.organizationId} and k.pk = ${scope.kiosk.pk}
      and before.organization_id = k.organization_id and before.pk = k.pk and k.undo is not null
    returning before.undo`;
  return row && row.undo.at > now - kioskRules.undoSeconds * 1000 ? row.undo : null;
}

/** The plates waiting at the property, oldest request first; requests older than a day are left out. */
export const listWaitingRows = (scope: SpotScope | KioskScope, now: Instant) =>
  scope.read<WaitingVisitor[]>(
    (sql) => sql`
      select v.pk, v.asked_at,
        json_build_object('plate', c.plate, 'state', c.state, 'country', c.country) as car_details
      from visitors v
      join cars c on c.organization_id = ${scope.organizationId} and c.pk = v.car_pk
      where ${isWaiting(sql, scope, now)}
      order by v.asked_at, v.pk limit 200`,
  );

/** The waiting visitor that a request entered within the last minute, or null. */
export async function findByRequest(
  tx: Tx,
  scope: KioskScope,
  request: string,
  now: Instant,
): Promise<number | null> {
  const since = instant(now - kioskRules.correctSeconds * 1000);
  const [row] = await tx<{ pk: number }[]>`
    select v.pk from visitors v
    where ${isWaiting(tx, scope, now)} and v.request = ${request} and v.asked_at >= ${since}`;
  return row?.pk ?? null;
}

export async function readPlate(
  tx: Tx,
  organizationId: number,
  visitorPk: number,
): Promise<string> {
  const [row] = await tx<{ plate: string }[]>`
    select c.plate from visitors v
    join cars c on c.organization_id = v.organization_id and c.pk = v.car_pk
    where v.organization_id = ${organizationId} and v.pk = ${visitorPk}`;
  return row?.plate ?? '';
}
