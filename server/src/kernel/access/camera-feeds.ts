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
}

/** Opens the store of the keys that cameras come with. */
export const openCameraFeeds = (
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<KnownSecrets<LiveFeed>> =>
  openKnownSecrets(database, clock, onError, {
    table: 'camera_feeds',
    usedAt: 'last_message_at',
    columns: `format, spot_pk as "spotPk", direction, signing_secret as "signingSecret"`,
  });
