import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import type { KnownSecrets, SecretOwner } from './known-secrets.ts';
import { openKnownSecrets } from './known-secrets.ts';

/** A sender of camera messages that came with a live key. */
export interface LiveFeed extends SecretOwner {
  format: string;
  /** Default location of its cameras. */
  spotPk: number | null;
  direction: 'Entrance' | 'Exit' | null;
  /** Sealed; null where messages are not signed. */
  signingSecret: Buffer | null;
  /** Where the messages of a format of its own have what counts, as it was saved. */
  mapping: unknown;
}

export interface CameraFeeds extends KnownSecrets<LiveFeed> {
  /** Counts a message that was refused for its size, so that an Admin sees why nothing comes. */
  noteTooLarge(feed: LiveFeed): Promise<void>;
}

/** Opens the store of the keys that cameras come with. */
export async function openCameraFeeds(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<CameraFeeds> {
  const secrets = await openKnownSecrets<LiveFeed>(database, clock, onError, {
    table: 'camera_feeds',
    usedAt: 'last_message_at',
    columns: `format, spot_pk as "spotPk", direction, signing_secret as "signingSecret", mapping`,
  });
  return {
    ...secrets,
    async noteTooLarge({ organizationId, pk }) {
      await database.system`
        update camera_feeds set too_large_count = too_large_count + 1, too_large_at = ${clock()}
        where organization_id = ${organizationId} and pk = ${pk}`.catch(onError);
    },
  };
}
