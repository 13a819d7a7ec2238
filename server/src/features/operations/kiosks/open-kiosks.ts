import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Kiosks } from '../../../kernel/access/callers.ts';
import type { LiveKiosk } from '../../../kernel/access/scope.ts';
import { hashToken } from '../../../kernel/access/secrets.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../kernel/data/database.ts';

/** A kiosk that isn't viewed for this long ends by itself. */
export const kioskIdleMs = 7 * dayMs;

/** Minimum interval between writes of `last_seen_at`. */
const touchEvery = minuteMs;

/** Opens the lookup of kiosks and starts listening for ended ones. */
export async function openKiosks(
  { system: sql }: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<Kiosks> {
  const listeners: ((kioskPk: number) => void)[] = [];
  const subscription = await sql.listen('lotkeeper_kiosks', (payload) => {
    for (const listener of listeners) listener(Number(payload));
  });
  const touch = (pk: number, organizationId: number, now: Instant) => {
    sql`update kiosks set last_seen_at = ${now}
      where organization_id = ${organizationId} and pk = ${pk}`.catch(onError);
  };
  return {
    async find(token) {
      const now = clock();
      const [row] = await sql<(LiveKiosk & { seen: Instant })[]>`
        select k.pk, k.organization_id as "organizationId", k.spot_pk as "spotPk", s.timezone,
          k.mode, k.minutes, k.unlocked_until as "unlockedUntil",
          coalesce(k.last_seen_at, k.created_at) as seen
        from kiosks k join spots s on s.organization_id = k.organization_id and s.pk = k.spot_pk
        where k.token_hash = ${hashToken(token)} and k.ended_at is null`;
      if (!row || now - row.seen > kioskIdleMs) return null;
      const { seen, ...kiosk } = row;
      if (now - seen >= touchEvery) touch(kiosk.pk, kiosk.organizationId, now);
      return kiosk;
    },
    onEnd: (listener) => {
      listeners.push(listener);
    },
    close: () => subscription.unlisten(),
  };
}
