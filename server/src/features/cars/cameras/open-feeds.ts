import type { CameraFeeds } from '../../../kernel/access/callers.ts';
import { openKnownSecrets } from '../../../kernel/access/known-secrets.ts';
import type { LiveFeed } from '../../../kernel/access/scope.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../kernel/data/database.ts';

/** Opens the store of camera keys. */
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
