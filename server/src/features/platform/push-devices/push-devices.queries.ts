import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { maxPushDevices } from '@lotkeeper/contract/platform/push-devices';
import { hashToken } from '../../../kernel/access/secrets.ts';
import type { Sql, SqlPool } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';

interface DeviceRow {
  pk: number;
  user_agent: string | null;
  created_at: Instant;
  sent_at: Instant | null;
  failure: string | null;
  valet_spots: number[];
}

/** The devices of a person, newest first. */
export const listDevices = (sql: Sql, personPk: number) => sql<DeviceRow[]>`
  select pk, user_agent, created_at, sent_at, failure, valet_spots from push_devices
  where person_pk = ${personPk} order by created_at desc, pk desc`;

/** A device of a person with its sealed address; undefined when it's gone. */
export async function readDevice(sql: Sql, personPk: number, pk: number) {
  const [row] = await sql<{ subscription_sealed: Buffer }[]>`
    select subscription_sealed from push_devices where pk = ${pk} and person_pk = ${personPk}`;
  return row;
}

/** Has a valet stand ring a device of a person, or not; false when there is no such device. */
export async function setValetSpot(
  sql: Sql,
  { personPk, pk }: { personPk: number; pk: number },
  { spotPk, isOn }: { spotPk: number; isOn: boolean },
): Promise<boolean> {
  const rows = await sql`
    update push_devices set valet_spots =
      array_remove(valet_spots, ${spotPk}::bigint) || ${isOn ? [spotPk] : []}::bigint[]
    where pk = ${pk} and person_pk = ${personPk} returning pk`;
  return rows.length > 0;
}

interface ConfirmedDevice {
  personPk: number;
  sessionPk: number;
  endpoint: string;
  subscriptionSealed: Buffer;
  userAgent: string | null;
}

/** Confirms a device of a person that is there already; null when it isn't. */
export async function confirmKnownDevice(
  sql: Sql,
  { personPk, sessionPk, endpoint, subscriptionSealed, userAgent }: ConfirmedDevice,
  now: Instant,
): Promise<number | null> {
  const [row] = await sql<{ pk: number }[]>`
    update push_devices set session_pk = ${sessionPk}, subscription_sealed = ${subscriptionSealed},
      user_agent = ${userAgent}, used_at = ${now}
    where endpoint_hash = ${hashToken(endpoint)} and person_pk = ${personPk} returning pk`;
  return row?.pk ?? null;
}

/**
 * Adds a device or confirms it; the one that was not confirmed for longest goes when there are too many. A browser
 * belongs to the person who confirmed it last: somebody else may have signed in there.
 */
export const addDevice = (
  sql: SqlPool,
  { personPk, sessionPk, endpoint, subscriptionSealed, userAgent }: ConfirmedDevice,
  now: Instant,
): Promise<number> =>
  sql.begin(async (tx) => {
    // One after another for a person: the devices that make room would be locked in another order each time.
    await tx`select from people where pk = ${personPk} for no key update`;
    const [row] = await tx<{ pk: number }[]>`
      insert into push_devices as d
        (person_pk, session_pk, endpoint_hash, subscription_sealed, user_agent, created_at, used_at)
      values (${personPk}, ${sessionPk}, ${hashToken(endpoint)}, ${subscriptionSealed}, ${userAgent}, ${now}, ${now})
      on conflict (endpoint_hash) do update set person_pk = excluded.person_pk, session_pk = excluded.session_pk,
        subscription_sealed = excluded.subscription_sealed, user_agent = excluded.user_agent,
        used_at = excluded.used_at,
        created_at = case when d.person_pk = excluded.person_pk then d.created_at else excluded.created_at end,
        sent_at = case when d.person_pk = excluded.person_pk then d.sent_at end,
        failure = case when d.person_pk = excluded.person_pk then d.failure end,
        valet_spots = case when d.person_pk = excluded.person_pk then d.valet_spots else '{}' end
      returning pk`;
    await tx`
      delete from push_devices where pk in (
        select pk from push_devices where person_pk = ${personPk}
        order by used_at desc, pk desc offset ${maxPushDevices})`;
    return must(row, 'row of a device').pk;
  });
