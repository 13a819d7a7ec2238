import type { Grant } from '@lotkeeper/contract/kernel/access';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import { hashToken } from './secrets.ts';

/** A program that came with a live key. */
export interface LiveKey {
  pk: number;
  organizationId: number;
  grants: readonly Grant[];
}

/** The keys that programs come with, kept in memory; a change in the database drops them at once, in every process. */
export interface ApiKeys {
  /** The key behind a secret; null when there is none or it was revoked. */
  find(secret: string): Promise<LiveKey | null>;
  close(): Promise<void>;
}

/** `last_used_at` is written at most this often, so that a call costs no write. */
const touchEvery = 60_000;

/** Opens the key store and begins to listen for changes. */
export async function openApiKeys(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<ApiKeys> {
  const sql = database.system;
  const known = new Map<string, LiveKey & { touchedAt: Instant }>();
  /** Goes up with every change, so that what was read before one is not kept after it. */
  let changes = 0;
  const forget = () => {
    changes++;
    known.clear();
  };
  const subscription = await sql.listen('lotkeeper_keys', forget, forget);

  const read = async (hash: Buffer) => {
    const [row] = await sql<(LiveKey & { touchedAt: Instant })[]>`
      select pk, organization_id as "organizationId", grants,
        coalesce(last_used_at, 'epoch') as "touchedAt"
      from api_keys where key_hash = ${hash} and revoked_at is null`;
    return row ?? null;
  };

  return {
    async find(secret) {
      const hash = hashToken(secret);
      const name = hash.toString('base64');
      const before = changes;
      const found = known.get(name) ?? (await read(hash));
      if (!found) return null;
      if (before === changes) {
        if (known.size > 50_000) known.clear();
        known.set(name, found);
      }
      const now = clock();
      if (now - found.touchedAt >= touchEvery) {
        found.touchedAt = now;
        sql`update api_keys set last_used_at = ${now} where organization_id = ${found.organizationId}
          and pk = ${found.pk}`.catch(onError);
      }
      return found;
    },
    close: () => subscription.unlisten(),
  };
}
