import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { beforeEach, expect, test } from 'vitest';
import { findProblems } from '../../../testing/find-problems.ts';
import { makeOrganization, makePerson } from '../../../testing/people.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeVisit } from '../../../testing/visits.factory.ts';
import type { Detector } from '../../platform/alerts/public.ts';
import { visitsDetectors } from './visits.detectors.ts';

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

const detectors = visitsDetectors({ backupDir: undefined });

async function watchPlate(of: object = {}) {
  const person = await makePerson(sql);
  await sql`
    insert into watched_plates ${sql.values({
      organization_id: organization.pk,
      plate: 'ABC 123',
      plate_key: 'ABC123',
      plate_state: 'AZ',
      purpose: 'enforcement',
      created_by: person.pk,
      created_at: noon,
      ends_at: noon + 24 * hourMs,
      ...of,
    })}`;
}

test('a watched plate is a problem from its entrance to its exit', async () => {
  await watchPlate();
  expect(await find(detectors)).toEqual([]);
  const visit = await makeVisit(sql, spot, '2026-06-15T18:00:00Z');
  const [problem, ...others] = await find(detectors);
  expect(others).toEqual([]);
  expect(problem).toMatchObject({
    kind: 'watched_plate',
    spot_pk: spot.pk,
    since: noon - hourMs,
    facts: { plate: 'ABC 123', purpose: 'enforcement', visit_pk: visit },
  });
  await sql`update visits set exit_at = ${noon} where pk = ${visit}`;
  expect(await find(detectors)).toEqual([]);
});

test.each([
  ['of another state', { plate_state: 'NV' }],
  ['that is no longer watched', { ends_at: noon - 1 }],
  ['that is watched elsewhere', { plate_key: 'XYZ' }],
])('a plate %s isn’t a problem', async (_, of) => {
  await watchPlate(of);
  await makeVisit(sql, spot, '2026-06-15T18:00:00Z');
  expect(await find(detectors)).toEqual([]);
});

test('a plate that another organization watches isn’t a problem here', async () => {
  await watchPlate();
  const elsewhere = await makeSpot(sql);
  await makeVisit(sql, elsewhere, '2026-06-15T18:00:00Z');
  const found = await Promise.all(detectors.map((one) => one.findProblems(sql, noon)));
  expect(found.flat()).toEqual([]);
});
