import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import type { KnownSecrets, Touched } from './known-secrets.ts';
import { openKnownSecrets } from './known-secrets.ts';

/** A sender of camera messages that came with a live key. */
export interface LiveFeed {
  pk: number;
  organizationId: number;
  format: string;
  /** Default location of its cameras. */
  spotPk: number | null;
  direction: 'Entrance' | 'Exit' | null;
  /** Sealed; null where messages are not signed. */
  signingSecret: Buffer | null;
}

/** The keys that cameras come with. */
export type CameraFeeds = KnownSecrets<LiveFeed>;

/** Opens the store of camera keys and begins to listen for changes. */
export function openCameraFeeds(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<CameraFeeds> {
  const sql = database.system;
  return openKnownSecrets<LiveFeed>(sql, clock, {
    async read(hash) {
      const [row] = await sql<(LiveFeed & Touched)[]>`
        select pk, organization_id as "organizationId", format, spot_pk as "spotPk", direction,
          signing_secret as "signingSecret", coalesce(last_message_at, 'epoch') as "touchedAt"
        from camera_feeds where key_hash = ${hash} and revoked_at is null`;
      return row ?? null;
    },
    touch: ({ organizationId, pk }, now) => sql`
      update camera_feeds set last_message_at = ${now}
      where organization_id = ${organizationId} and pk = ${pk}`,
    onError,
  });
}
