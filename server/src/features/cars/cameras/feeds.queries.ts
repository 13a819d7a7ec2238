import type { CameraMapping, setCameraMapping } from '@lotkeeper/contract/cars/camera-mappings';
import type {
  CameraFeed,
  CameraFormat,
  Lane,
  updateCameraFeed,
} from '@lotkeeper/contract/cars/cameras';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { requireFound } from '../../../kernel/refusal.ts';
import type { CameraPlace } from '../../../records/cars/cameras.ts';
import { placeCamera } from '../../../records/cars/cameras.ts';
import { withRecorder } from '../../../records/recorder.ts';
import { requireShown } from '../../../records/shown.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { checkSpot } from './cameras.queries.ts';

const columns = (sql: Sql, organizationId: number) => sql`
  f.pk, f.name, f.format, f.spot_pk, f.direction, f.signing_secret is not null as signed,
  f.mapping is not null as mapped, f.hint, f.created_at, f.last_message_at, f.too_large_count, f.too_large_at, f.revoked_at,
  (select s.name from spots s where s.organization_id = ${organizationId} and s.pk = f.spot_pk) as spot_name,
  (select p.first_name || ' ' || p.last_name from people p where p.pk = f.created_by) as created_by`;

/** Lists the organization's feeds: active ones first, newest first. */
export function listFeeds(scope: OrganizationScope) {
  return scope.read<CameraFeed[]>(
    (sql) => sql`
      select ${columns(sql, scope.organizationId)} from camera_feeds f
      where f.organization_id = ${scope.organizationId}
      order by f.revoked_at is not null, f.created_at desc, f.pk desc`,
  );
}

const readFeed = async (tx: Tx, organizationId: number, pk: number) => {
  const [row] = await tx<CameraFeed[]>`
    select ${columns(tx, organizationId)} from camera_feeds f
    where f.organization_id = ${organizationId} and f.pk = ${pk}`;
  return requireFound(row, 'connection');
};

interface NewFeed {
  name: string;
  format: CameraFormat;
  spot_pk: number | null;
  direction: Lane | null;
  key_hash: Buffer;
  hint: string;
  /** Encrypted. */
  signing_secret: Buffer | null;
}

/** Creates a feed and writes an audit entry. */
export function insertFeed(scope: OrganizationScope, feed: NewFeed, now: Instant) {
  const { organizationId, person } = scope;
  return withRecorder(scope, async (recorder) => {
    const { tx } = recorder;
    checkSpot(recorder, feed.spot_pk);
    const row = {
      organization_id: organizationId,
      ...feed,
      created_by: person.pk,
      created_at: now,
    };
    const [{ pk }] = await tx<[{ pk: number }]>`
      insert into camera_feeds ${tx.values(row)} returning pk`;
    const after = { name: feed.name, format: feed.format, spot_pk: feed.spot_pk };
    await recordAuditEntry(tx, scope, now, { act: 'create', subject: 'camera feed', pk, after });
    return readFeed(tx, organizationId, pk);
  });
}

/** Changes a feed. Its cameras without a property or a lane get those of the feed. */
export function changeFeed(
  scope: OrganizationScope,
  pk: number,
  { shown, ...change }: BodyOf<typeof updateCameraFeed>,
  now: Instant,
) {
  const { organizationId } = scope;
  return withRecorder(scope, async (recorder) => {
    const { tx } = recorder;
    const [row] = await tx<CameraPlace[]>`
      select name, spot_pk, direction from camera_feeds
      where organization_id = ${organizationId} and pk = ${pk} for update`;
    const before = requireFound(row, 'connection');
    await requireShown(tx, scope, shown, before, { subject: 'camera feed', pk });
    const after = { ...before, ...change } as CameraPlace;
    checkSpot(recorder, after.spot_pk);
    await tx`
      update camera_feeds set ${tx.assignments(after)}
      where organization_id = ${organizationId} and pk = ${pk}`;
    const cameras = await tx<(CameraPlace & { pk: number })[]>`
      select pk, name, coalesce(spot_pk, ${after.spot_pk}) as spot_pk, coalesce(direction, ${after.direction}) as direction
      from cameras where organization_id = ${organizationId} and feed_pk = ${pk}
        and (spot_pk is null or direction is null) order by pk`;
    for (const camera of cameras) await placeCamera(recorder, camera.pk, camera, now);
    const entry = { act: 'change', subject: 'camera feed', pk, before, after } as const;
    await recordAuditEntry(tx, scope, now, entry);
    return readFeed(tx, organizationId, pk);
  });
}

/** Stores the mapping of a feed with its own format; null removes it. */
export function setMapping(
  scope: OrganizationScope,
  pk: number,
  change: BodyOf<typeof setCameraMapping> | null,
  now: Instant,
): Promise<void> {
  return scope.write(async (tx) => {
    const [feed] = await tx<{ mapped: boolean }[]>`
      select mapping is not null as mapped from camera_feeds
      where organization_id = ${scope.organizationId} and pk = ${pk} and format = 'custom' for update`;
    const current = requireFound(feed, 'connection with its own format');
    const { shown, ...fields } = change ?? {};
    await requireShown(tx, scope, shown, current, { subject: 'camera feed', pk });
    const mapping = change && (fields as CameraMapping);
    await tx`
      update camera_feeds set mapping = ${mapping && tx.json(mapping)}
      where organization_id = ${scope.organizationId} and pk = ${pk}`;
    const entry = { act: 'change', subject: 'camera feed', pk, after: { mapping } } as const;
    await recordAuditEntry(tx, scope, now, entry);
  });
}

/** Revokes a feed's key. Revoking twice changes nothing. */
export function revokeFeed(scope: OrganizationScope, pk: number, now: Instant) {
  const { organizationId } = scope;
  return scope.write(async (tx) => {
    const ended = await tx`
      update camera_feeds set revoked_at = ${now}
      where organization_id = ${organizationId} and pk = ${pk} and revoked_at is null`;
    if (ended.count > 0) {
      await recordAuditEntry(tx, scope, now, { act: 'revoke', subject: 'camera feed', pk });
    }
    return readFeed(tx, organizationId, pk);
  });
}
