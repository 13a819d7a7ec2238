import type { Grant } from '@lotkeeper/contract/kernel/access';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import type { KnownSecrets, Touched } from './known-secrets.ts';
import { openKnownSecrets } from './known-secrets.ts';

/** A program that came with a live key. */
export interface LiveKey {
  pk: number;
  organizationId: number;
  grants: readonly Grant[];
}

/** The keys that programs come with. */
export type ApiKeys = KnownSecrets<LiveKey>;

/** Opens the key store and begins to listen for changes. */
export function openApiKeys(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<ApiKeys> {
  const sql = database.system;
  return openKnownSecrets<LiveKey>(sql, clock, {
    async read(hash) {
      const [row] = await sql<(LiveKey & Touched)[]>`
        select pk, organization_id as "organizationId", grants,
          coalesce(last_used_at, 'epoch') as "touchedAt"
        from api_keys where key_hash = ${hash} and revoked_at is null`;
      return row ?? null;
    },
    touch: ({ organizationId, pk }, now) => sql`
      update api_keys set last_used_at = ${now} where organization_id = ${organizationId} and pk = ${pk}`,
    onError,
  });
}
