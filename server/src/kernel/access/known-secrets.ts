import type { Grant } from '@lotkeeper/contract/kernel/access';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import { fingerprintToken, hashToken } from './secrets.ts';

/** In-memory cache of who owns a secret; a change in the database clears it at once, in every process. */
export interface KnownSecrets<T> {
  /** The owner of a secret; null when it's unknown or revoked. */
  find(secret: string): Promise<T | null>;
  close(): Promise<void>;
}

export interface SecretOwner {
  pk: number;
  organizationId: number;
}

type Touched<T> = T & { touchedAt: Instant };

/** Minimum interval between writes of the last use, so most calls don't write. */
const touchEvery = minuteMs;

/** Opens a store of secrets; changes arrive as notifications on `lotkeeper_keys`. */
export async function openKnownSecrets<T extends SecretOwner>(
  { system: sql }: Database,
  clock: Clock,
  onError: (error: unknown) => void,
  /** `usedAt` is the column with the last use; `columns` are the owner's columns. */
  { table, usedAt, columns }: { table: string; usedAt: string; columns: string },
): Promise<KnownSecrets<T>> {
  const cache = new Map<string, Touched<T>>();
  /** Incremented with every change, so a value read before a change isn't cached after it. */
  let changes = 0;
  const forget = () => {
    changes++;
    cache.clear();
  };
  const subscription = await sql.listen('lotkeeper_keys', forget, forget);

  const read = async (hash: Buffer) => {
    const [row] = await sql<Touched<T>[]>`
      select pk, organization_id as "organizationId", ${sql.unsafe(columns)},
        coalesce(${sql.identifier(usedAt)}, 'epoch') as "touchedAt"
      from ${sql.identifier(table)} where key_hash = ${hash} and revoked_at is null`;
    return row;
  };
  const touch = ({ organizationId, pk }: T, now: Instant) => {
    sql`
      update ${sql.identifier(table)} set ${sql.identifier(usedAt)} = ${now}
      where organization_id = ${organizationId} and pk = ${pk}`.catch(onError);
  };

  return {
    async find(secret) {
      const name = fingerprintToken(secret);
      const before = changes;
      const entry = cache.get(name) ?? (await read(hashToken(secret)));
      if (!entry) return null;
      if (before === changes) {
        if (cache.size > 50_000) cache.clear();
        cache.set(name, entry);
      }
      const now = clock();
      if (now - entry.touchedAt >= touchEvery) {
        entry.touchedAt = now;
        touch(entry, now);
      }
      return entry;
    },
    close: () => subscription.unlisten(),
  };
}

/** A program that called with an active key. */
export interface LiveKey extends SecretOwner {
  grants: readonly Grant[];
}

export const openApiKeys = (
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<KnownSecrets<LiveKey>> =>
  openKnownSecrets(database, clock, onError, {
    table: 'api_keys',
    usedAt: 'last_used_at',
    columns: 'grants',
  });
