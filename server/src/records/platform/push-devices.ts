import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Clock } from '../../kernel/clock.ts';
import type { Sql } from '../../kernel/data/database.ts';
import type { PushAddress, PushNotification, PushSender } from '../../kernel/messages/web-push.ts';
import { PushAddressGone } from '../../kernel/messages/web-push.ts';

/** Ends the devices that a session confirmed, when it is signed out. */
export const endDevicesOfSession = (sql: Sql, sessionPk: number) =>
  sql`delete from push_devices where session_pk = ${sessionPk}`;

/** Ends the devices of a person that other sessions confirmed. */
export const endOtherPushDevices = (sql: Sql, personPk: number, sessionPk: number) => sql`
  delete from push_devices where person_pk = ${personPk} and session_pk is distinct from ${sessionPk}`;

/** Ends a device of a person, unless it became that of somebody else. */
export const endDevice = (sql: Sql, personPk: number, pk: number) =>
  sql`delete from push_devices where pk = ${pk} and person_pk = ${personPk}`;

/** Records what came of a notification: null when it was taken. */
const recordPush = (
  sql: Sql,
  pk: number,
  { now, failure }: { now: Instant; failure: string | null },
) => sql`
  update push_devices set failure = ${failure}, sent_at = case when ${failure}::text is null then ${now} else sent_at end
  where pk = ${pk}`;

/**
 * Sends a notification to a device of a person, and records what came of it; `address` is null when it can't be read.
 * Throws what the sender throws; a device that takes nothing any more ends with it.
 */
export async function sendToDevice(
  { sql, clock, pushSender }: { sql: Sql; clock: Clock; pushSender: PushSender },
  { pk, personPk, address }: { pk: number; personPk: number; address: PushAddress | null },
  notification: PushNotification,
): Promise<void> {
  const record = (failure: string | null) => recordPush(sql, pk, { now: clock(), failure });
  try {
    if (!address) throw new PushAddressGone();
    await pushSender.send(address, notification);
    await record(null);
  } catch (error) {
    if (error instanceof PushAddressGone) await endDevice(sql, personPk, pk);
    else await record((error as Error).message);
    throw error;
  }
}

/** Ends the devices whose session ended, or was last used before a time: a lost phone isn't notified for ever. */
export async function endIdleDevices(sql: Sql, before: Instant): Promise<void> {
  const idle = await sql<{ pk: number }[]>`
    select d.pk from push_devices d left join sessions s on s.pk = d.session_pk
    where s.pk is null or s.last_used_at < ${before}`;
  if (idle.length === 0) return;
  await sql`delete from push_devices where pk = any (${idle.map(({ pk }) => pk)}::bigint[])`;
}
