import { openCameraFeeds } from './features/cars/cameras/open-feeds.ts';
import { openKiosks } from './features/operations/kiosks/open-kiosks.ts';
import { valetLotOrder } from './features/operations/valet/public.ts';
import { spotSettingsColumn } from './features/platform/spots/spot-features.ts';
import type { Callers } from './kernel/access/callers.ts';
import { openApiKeys } from './kernel/access/known-secrets.ts';
import { openSessions } from './kernel/access/sessions.ts';
import { openSpotDirectory } from './kernel/access/spot-directory.ts';
import type { Clock } from './kernel/clock.ts';
import type { Database } from './kernel/data/database.ts';
import { openSpotChanges } from './kernel/data/spot-changes.ts';

/** Opens the in-memory caches of callers, which listen for changes. `onError` receives later failures. */
export async function openCallers(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<{ callers: Callers; close: () => Promise<void> }> {
  const sessions = await openSessions(database, clock, onError);
  const spots = await openSpotDirectory(database, {
    settings: spotSettingsColumn,
    order: valetLotOrder,
  });
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
