import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import { noon, openWatchedLot } from '../../../testing/find-problems.ts';
import { makePerson } from '../../../testing/people.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { makeVisit } from '../../../testing/visits.factory.ts';
import { visitsDetectors } from './visits.detectors.ts';

const lot = await openWatchedLot();
const { sql } = lot;

const detectors = visitsDetectors({ backupDir: undefined });

async function watchPlate(of: object = {}) {
  const person = await makePerson(sql);
  await sql`
    insert into watched_plates ${sql.values({
      organization_id: lot.organization.pk,
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
  expect(await lot.find(detectors)).toEqual([]);
  const visit = await makeVisit(sql, lot.spot, '2026-06-15T18:00:00Z');
  const [problem, ...others] = await lot.find(detectors);
  expect(others).toEqual([]);
  expect(problem).toMatchObject({
    kind: 'watched_plate',
    spot_pk: lot.spot.pk,
    since: noon - hourMs,
    facts: { plate: 'ABC 123', purpose: 'enforcement', visit_pk: visit },
  });
  await sql`update visits set exit_at = ${noon} where pk = ${visit}`;
  expect(await lot.find(detectors)).toEqual([]);
});

test.each([
  ['of another state', { plate_state: 'NV' }],
  ['that is no longer watched', { ends_at: noon - 1 }],
  ['that is watched elsewhere', { plate_key: 'XYZ' }],
])('a plate %s isn’t a problem', async (_, of) => {
  await watchPlate(of);
  await makeVisit(sql, lot.spot, '2026-06-15T18:00:00Z');
  expect(await lot.find(detectors)).toEqual([]);
});

test('a plate that another organization watches isn’t a problem here', async () => {
  await watchPlate();
  const elsewhere = await makeSpot(sql);
  await makeVisit(sql, elsewhere, '2026-06-15T18:00:00Z');
  const found = await Promise.all(detectors.map((one) => one.findProblems(sql, noon)));
  expect(found.flat()).toEqual([]);
});
