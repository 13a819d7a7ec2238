import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import type { SpotChanges } from '../data/spot-changes.ts';
import { openSpotChanges } from '../data/spot-changes.ts';
import type { CameraFeeds } from './camera-feeds.ts';
import { openCameraFeeds } from './camera-feeds.ts';
import type { Kiosks } from './kiosks.ts';
import { openKiosks } from './kiosks.ts';
import type { KnownSecrets, LiveKey } from './known-secrets.ts';
import { openApiKeys } from './known-secrets.ts';
import type { Sessions } from './sessions.ts';
import { openSessions } from './sessions.ts';
import type { SpotDirectory } from './spot-directory.ts';
import { openSpotDirectory } from './spot-directory.ts';

/** Who may call, and the properties they name and their changes: what every request looks up before anything else. */
export interface Callers {
  sessions: Sessions;
  spots: SpotDirectory;
  changes: SpotChanges;
  keys: KnownSecrets<LiveKey>;
  feeds: CameraFeeds;
  kiosks: Kiosks;
}

/** Opens what is kept in memory of callers; each begins to listen for changes. `onError` hears what fails meanwhile. */
export async function openCallers(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<{ callers: Callers; close: () => Promise<void> }> {
  const sessions = await openSessions(database, clock, onError);
  const spots = await openSpotDirectory(database);
  const changes = await openSpotChanges(database, clock);
  const keys = await openApiKeys(database, clock, onError);
  const feeds = await openCameraFeeds(database, clock, onError);
  const kiosks = await openKiosks(database, clock, onError);
  const callers = { sessions, spots, changes, keys, feeds, kiosks };
  const close = async () => {
    await Promise.all(Object.values(callers).map((registry) => registry.close()));
  };
  return { callers, close };
}
