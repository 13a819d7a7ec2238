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
import { recordAuditEntry } from '../../../records/audit-entries.ts';
import { kioskIdleMs } from './open-kiosks.ts';

const columns = (sql: Sql) => sql`
  k.pk, k.mode, k.minutes, k.created_at, k.last_seen_at,
  (select p.first_name || ' ' || p.last_name from people p where p.pk = k.created_by) as created_by`;

/** The property's kiosks that are active or waiting to be opened, newest first. */
export const listKioskRows = (scope: SpotScope, now: Instant) =>
  scope.read<Kiosk[]>(
    (sql) => sql`
      select ${columns(sql)} from kiosks k
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
      with k as (insert into kiosks ${tx.values(row)} returning *) select ${columns(tx)} from k`;
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
  const { kiosk, organizationId } = scope;
  const refusal = await scope.write(async (tx) => {
    const kioskFilter = tx`organization_id = ${organizationId} and pk = ${kiosk.pk}`;
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
    return wrongFields({ pin: kioskMessages.wrongPin });
  });
  if (refusal) throw refusal;
}

/** The plates waiting at the property, oldest request first; requests older than a day are left out. */
export const listWaitingRows = (scope: SpotScope | KioskScope, now: Instant) =>
  scope.read<WaitingVisitor[]>(
    (sql) => sql`
      select v.pk, v.asked_at,
        json_build_object('plate', c.plate, 'state', c.state, 'country', c.country) as car_details
      from visitors v
      join cars c on c.organization_id = ${scope.organizationId} and c.pk = v.car_pk
      where v.organization_id = ${scope.organizationId} and v.spot_pk = ${scope.spotPk}
        and v.deleted_at is null and v.asked_at > ${instant(now - kioskRules.waitingHours * hourMs)}
      order by v.asked_at, v.pk limit 200`,
  );

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
