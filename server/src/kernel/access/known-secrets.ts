import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Clock } from '../clock.ts';
import type { SqlPool } from '../data/database.ts';
import { fingerprintToken, hashToken } from './secrets.ts';

/** In-memory cache of who owns a secret; a change in the database clears it at once, in every process. */
export interface KnownSecrets<T> {
  /** Whose secret it is; null when it is nobody's or was revoked. */
  find(secret: string): Promise<T | null>;
  close(): Promise<void>;
}

export interface Touched {
  touchedAt: Instant;
}

/** Minimum interval between writes of the last use, so that a call costs no write. */
const touchEvery = minuteMs;

/** Opens a store of secrets that change with a notice on `lotkeeper_keys`. */
export async function openKnownSecrets<T extends object>(
  sql: SqlPool,
  clock: Clock,
  store: {
    read(hash: Buffer): Promise<(T & Touched) | null>;
    /** Writes down when it was used. */
    touch(of: T, now: Instant): PromiseLike<unknown>;
    onError: (error: unknown) => void;
  },
): Promise<KnownSecrets<T>> {
  const known = new Map<string, T & Touched>();
  /** Goes up with every change, so that what was read before one is not kept after it. */
  let changes = 0;
  const forget = () => {
    changes++;
    known.clear();
  };
  const subscription = await sql.listen('lotkeeper_keys', forget, forget);

  return {
    async find(secret) {
      const name = fingerprintToken(secret);
      const before = changes;
      const found = known.get(name) ?? (await store.read(hashToken(secret)));
      if (!found) return null;
      if (before === changes) {
        if (known.size > 50_000) known.clear();
        known.set(name, found);
      }
      const now = clock();
      if (now - found.touchedAt >= touchEvery) {
        found.touchedAt = now;
        store.touch(found, now).then(undefined, store.onError);
      }
      return found;
    },
    close: () => subscription.unlisten(),
  };
}
