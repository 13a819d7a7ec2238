import { chmod, writeFile } from 'node:fs/promises';
import { grants } from '@lotkeeper/contract/kernel/access';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { SecretBox } from '../kernel/access/secrets.ts';
import { hashToken, newToken } from '../kernel/access/secrets.ts';
import type { Database, Tx } from '../kernel/data/database.ts';
import { demoOrganizations } from './organizations.ts';

/** Identifies the simulator's keys and cameras at the next start. */
const nameOfAll = 'Simulator';

/** Each lot's cameras use another format, so that the demo has all of them. */
const formats = [
  'plate-recognizer',
  'openalpr',
  'frigate',
  'verkada',
  'axis',
  'hikvision',
  'apds',
] as const;

const ends = ['Entrance', 'Exit'] as const;

interface Feed {
  spot: number;
  format: string;
  direction: (typeof ends)[number];
  path: string;
  signing_secret: string | null;
}

/** How the simulator reaches the app; simulator/src/connection.ts reads it. */
export interface Connection {
  url: string;
  organizations: { name: string; api_key: string; feeds: Feed[] }[];
}

/**
 * Gives the simulator API keys of the demo's operators and cameras at their lots, and writes them to a file that
 * only this account may read. Those from the previous start are revoked.
 */
export async function openOutsideWorld(
  database: Database,
  options: { now: Instant; secretBox: SecretBox; url: string; file: string },
): Promise<void> {
  const { now, secretBox, url, file } = options;
  const organizations = await database.system.begin((tx) => connect(tx, now, secretBox));
  await writeFile(file, JSON.stringify({ url, organizations } satisfies Connection), {
    mode: 0o600,
  });
  // An existing file keeps its previous mode.
  await chmod(file, 0o600);
}

async function connect(tx: Tx, now: Instant, secretBox: SecretBox) {
  const connected: Connection['organizations'] = [];
  let turn = 0;
  for (const { name, lots } of demoOrganizations) {
    const [organization] = await tx<{ pk: number }[]>`
      select pk from organizations where name = ${name}`;
    if (!organization || lots.length === 0) continue;
    const withCameras = lots.filter((lot) => lot.cameras).map((lot) => lot.name);
    const spots = await tx<{ pk: number; name: string }[]>`
      select pk, name from spots where organization_id = ${organization.pk}
        and name = any (${withCameras}) order by pk`;
    const feeds: Feed[] = [];
    for (const spot of spots) {
      const format = formats[turn++ % formats.length] as string;
      for (const direction of ends) {
        feeds.push(
          await giveFeed(tx, organization.pk, {
            now,
            secretBox,
            spot,
            format,
            direction,
          }),
        );
      }
    }
    connected.push({ name, api_key: await giveKey(tx, organization.pk, now), feeds });
  }
  return connected;
}

async function giveKey(tx: Tx, organization: number, now: Instant): Promise<string> {
  const key = `lk_${newToken()}`;
  const row = { key_hash: hashToken(key), hint: key.slice(-4) };
  const { count } = await tx`
    update api_keys set ${tx.assignments(row)} where organization_id = ${organization} and name = ${nameOfAll}
      and created_by is null and revoked_at is null`;
  if (count === 0) {
    const fixedColumns = { organization_id: organization, name: nameOfAll, grants: [...grants] };
    await tx`insert into api_keys ${tx.values({ ...fixedColumns, ...row, created_at: now })}`;
  }
  return key;
}

interface FeedOptions {
  now: Instant;
  secretBox: SecretBox;
  spot: { pk: number; name: string };
  format: string;
  direction: (typeof ends)[number];
}

async function giveFeed(tx: Tx, organization: number, options: FeedOptions): Promise<Feed> {
  const { now, secretBox, spot, format, direction } = options;
  const key = newToken();
  const secret = format === 'verkada' ? newToken() : null;
  const name = `${nameOfAll}: ${spot.name}, ${direction.toLowerCase()}`;
  const row = {
    key_hash: hashToken(key),
    hint: key.slice(-4),
    signing_secret: secret === null ? null : secretBox.seal(secret),
  };
  const { count } = await tx`
    update camera_feeds set ${tx.assignments(row)} where organization_id = ${organization} and name = ${name}
      and created_by is null and revoked_at is null`;
  if (count === 0) {
    const fixedColumns = {
      organization_id: organization,
      name,
      format,
      spot_pk: spot.pk,
      direction,
    };
    await tx`insert into camera_feeds ${tx.values({ ...fixedColumns, ...row, created_at: now })}`;
  }
  const path = `/api/ingest/cameras/${format}/${key}`;
  return { spot: spot.pk, format, direction, path, signing_secret: secret };
}
