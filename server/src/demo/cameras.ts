import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { atLocalTime, instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { Random } from '@lotkeeper/simulator/world/random';
import { hashToken, newToken } from '../kernel/access/secrets.ts';
import type { Tx } from '../kernel/data/database.ts';
import type { LotInWorld, World } from './world.ts';

/** The lot with a camera that broke. */
const lotKey = 'copper';
/** What is usual is known from four weeks. */
const watchedDays = 36;
/** It is silent for longer than a day, so it misses cars whatever the hour of the load. */
const silentMs = 27 * hourMs;
/** Cars came through its gate from 7 AM to 7 PM. */
const hours = { from: 7, to: 18 };

/** The hours when it read plates, and how many. */
function listHours({ now, seed }: World, { lot, days }: LotInWorld) {
  const silentFrom = now - silentMs;
  return days
    .filter(({ ago }) => ago <= 0 && ago > -watchedDays)
    .flatMap(({ date, weekday }) =>
      Array.from({ length: hours.to - hours.from + 1 }, (_, index) => hours.from + index)
        .filter((hour) => atLocalTime(date, (hour + 1) * 60, lot.timezone) <= silentFrom)
        .map((local_hour) => {
          const random = new Random(seed, 'camera', lot.key, date, local_hour);
          const reads = weekday <= 5 ? random.int(4, 8) : random.int(2, 4);
          return { local_date: date, local_hour, reads };
        }),
    );
}

/**
 * Gives one lot the camera of a second entrance, which went silent more than a day ago: its reads by hour, as they are
 * counted of a real one. The cars themselves aren't there, since nobody misses them but the pages of cameras.
 */
export async function insertSilentCamera(tx: Tx, world: World): Promise<void> {
  const at = world.lots.find(({ lot }) => lot.key === lotKey);
  if (!at) return;
  const counted = listHours(world, at);
  const last = counted.at(-1);
  if (!last) return;
  const organization_id = world.organizationPk;
  const { timezone } = at.lot;
  const lastRead: Instant = instant(
    atLocalTime(last.local_date, last.local_hour * 60 + 47, timezone),
  );
  const firstSeen = Math.max(at.since, lastRead - watchedDays * dayMs);
  const key = newToken();
  const [feed] = await tx<{ pk: number }[]>`
    insert into camera_feeds ${tx.values({
      organization_id,
      name: 'Alley gate',
      format: 'axis',
      spot_pk: at.pk,
      direction: 'Entrance',
      key_hash: hashToken(key),
      hint: key.slice(-4),
      created_at: firstSeen,
      last_message_at: lastRead,
    })} returning pk`;
  const [camera] = await tx<{ pk: number }[]>`
    insert into cameras ${tx.values({
      organization_id,
      feed_pk: feed?.pk ?? null,
      camera_ref: 'alley-gate',
      name: 'Alley gate',
      spot_pk: at.pk,
      direction: 'Entrance',
      first_seen_at: firstSeen,
      last_beat_at: lastRead,
      last_read_at: lastRead,
      heartbeat_at: lastRead,
      heartbeat_every_ms: minuteMs,
    })} returning pk`;
  await tx`
    insert into camera_hours (organization_id, camera_pk, local_date, local_hour, reads)
    select ${organization_id}, ${camera?.pk ?? 0}, h.local_date, h.local_hour, h.reads
    from json_to_recordset(${JSON.stringify(counted)}::text::json) h(local_date date, local_hour int, reads int)`;
}
