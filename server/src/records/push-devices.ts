import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Sql } from '../kernel/data/database.ts';

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
export const recordPush = (
  sql: Sql,
  pk: number,
  { now, failure }: { now: Instant; failure: string | null },
) => sql`
  update push_devices set failure = ${failure}, sent_at = case when ${failure}::text is null then ${now} else sent_at end
  where pk = ${pk}`;
