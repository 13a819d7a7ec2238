import type { CameraFormat } from '@lotkeeper/contract/cars/cameras';
import { hashToken, newToken } from '../kernel/access/secrets.ts';
import type { Sql } from '../kernel/data/database.ts';

/** A sender of camera messages; `key` is its key. */
export async function makeCameraFeed(
  sql: Sql,
  organization: { pk: number },
  format: CameraFormat,
  of: {
    spot?: { pk: number };
    direction?: 'Entrance' | 'Exit';
    revoked?: boolean;
    signing_secret?: Buffer;
  } = {},
): Promise<{ pk: number; key: string }> {
  const key = `lc_${newToken()}`;
  const [row] = await sql<[{ pk: number }]>`
    insert into camera_feeds ${sql.values({
      organization_id: organization.pk,
      name: 'Gate cameras',
      format,
      spot_pk: of.spot?.pk ?? null,
      direction: of.direction ?? null,
      key_hash: hashToken(key),
      hint: key.slice(-4),
      signing_secret: of.signing_secret ?? null,
      created_at: 0,
      revoked_at: of.revoked ? 1 : null,
    })} returning pk`;
  return { pk: row.pk, key };
}

/** A camera of a feed. */
export async function makeCamera(
  sql: Sql,
  organization: { pk: number },
  feed: { pk: number },
  of: { ref?: string; spot?: { pk: number } } = {},
): Promise<{ pk: number }> {
  const [row] = await sql<[{ pk: number }]>`
    insert into cameras ${sql.values({
      organization_id: organization.pk,
      feed_pk: feed.pk,
      camera_ref: of.ref ?? 'gate-1',
      name: of.ref ?? 'gate-1',
      spot_pk: of.spot?.pk ?? null,
      first_seen_at: 0,
    })} returning pk`;
  return row;
}

/** A message of a feed that couldn't be read. */
export async function makeUnknownMessage(
  sql: Sql,
  organization: { pk: number },
  feed: { pk: number },
): Promise<{ pk: number }> {
  const [row] = await sql<[{ pk: number }]>`
    insert into camera_messages ${sql.values({
      organization_id: organization.pk,
      feed_pk: feed.pk,
      received_at: 0,
      content_type: 'application/json',
      body: Buffer.from('{"strange":true}'),
      outcome: 'unknown',
      reason: 'The test made it so.',
      sameness: Buffer.from(newToken()),
    })} returning pk`;
  return row;
}
