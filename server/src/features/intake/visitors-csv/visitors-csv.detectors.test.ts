import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { beforeEach, expect, test } from 'vitest';
import { findProblems } from '../../../testing/find-problems.ts';
import { makeOrganization } from '../../../testing/people.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeVisitorCode, makeVisitorImport } from '../../../testing/visitors.factory.ts';
import type { Detector } from '../../platform/alerts/public.ts';
import { visitorsCsvDetectors } from './visitors-csv.detectors.ts';

const noon = fromIso('2026-06-15T19:00:00Z');

const app = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = app.database.system;

let organization: { pk: number; uuid: string };
let spot: TestSpot;
beforeEach(async () => {
  organization = await makeOrganization(sql);
  spot = await makeSpot(sql, { organization });
});

const find = (detectors: readonly Detector[], now = noon) =>
  findProblems(sql, detectors, { organization, now });

const detectors = visitorsCsvDetectors({ backupDir: undefined });

test('a failed import of visitors is a problem until one of its property works, not of another', async () => {
  const upload = async (at: TestSpot) => {
    const { pk } = await makeVisitorImport(sql, at, await makeVisitorCode(sql, at));
    return pk;
  };
  const failed = await upload(spot);
  await sql`update visitor_imports set state = 'failed', finished_at = ${noon} where pk = ${failed}`;
  await upload(await makeSpot(sql, { organization }));
  expect(await find(detectors)).toMatchObject([{ kind: 'import_failed', spot_pk: spot.pk }]);
  await upload(spot);
  expect(await find(detectors)).toEqual([]);
});
