import { createHash } from 'node:crypto';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { DayStatement, LeafKind } from '@lotkeeper/evidence/day-statements';
import { leafKinds, readStatement } from '@lotkeeper/evidence/day-statements';
import { makeDaySealer } from '../features/trust/seals/seals.jobs.ts';
import { createSecretBox } from '../kernel/access/secrets.ts';
import { makePace } from '../kernel/load/pace.ts';
import { must } from '../kernel/must.ts';
import type { ImageInput } from '../records/cars/images.ts';
import { recordImages } from '../records/cars/images.ts';
import type { Leaf } from '../records/trust/packed-leaves.ts';
import { divideLeaves, unpackLeaves } from '../records/trust/packed-leaves.ts';
import { recording } from './rentals.factory.ts';
import type { TestApp } from './test-app.ts';
import { clockAt } from './test-app.ts';

type Sql = TestApp['database']['system'];

const sealSecrets = createSecretBox('the secret key of all tests, 32 characters or more');

/** Runs the job that seals days; `now` in ISO 8601. */
export const sealAt = (sql: Sql, now: string, maxLeaves?: number): Promise<void> =>
  makeDaySealer(
    { sql, clock: clockAt(now), secretBox: sealSecrets },
    { ...(maxLeaves && { maxLeaves }), paceFor: () => makePace(1, 0) },
  )();

export interface TestSeal {
  statement: string;
  stated: DayStatement;
  signature: Buffer;
  leaves: Record<LeafKind, Leaf[]>;
}

/** The seals of an organization in order, with their leaves by kind. */
export async function readSeals(sql: Sql, organization: number): Promise<TestSeal[]> {
  const rows = await sql<{ statement: string; signature: Buffer; leaves: Buffer }[]>`
    select statement, signature, leaves from day_seals
    where organization_id = ${organization} order by number`;
  return rows.map(({ statement, signature, leaves }) => {
    const stated = must(readStatement(statement), 'statement');
    const divided = divideLeaves(unpackLeaves(leaves), stated.counts, leafKinds);
    return { statement, stated, signature, leaves: divided };
  });
}

/** Records an image of a property with these bytes; returns its number and SHA-256. */
export async function makeImage(
  { database, files }: Pick<TestApp, 'database' | 'files'>,
  spot: { pk: number; organization: number },
  bytes: string | Buffer,
  more: Partial<ImageInput> = {},
): Promise<{ uuid: string; sha256: string }> {
  const uuid = crypto.randomUUID();
  const file = await files.put(Buffer.from(bytes));
  const image = { uuid, spot_pk: spot.pk, kind: 'overview', file, bytes: bytes.length } as const;
  const taken = { media_type: 'image/jpeg', taken_at: fromIso('2026-06-15T19:00:00Z') } as const;
  await recording(database.system, spot.organization, (recorder) =>
    recordImages(recorder, [{ ...image, ...taken, orientation: 'Entrance', ...more }]),
  );
  return { uuid, sha256: createHash('sha256').update(bytes).digest('hex') };
}
