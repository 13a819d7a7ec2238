import { getTestRentals, removeTestRentals, testSource } from '@lotkeeper/contract/intake/api-keys';
import { getSetup } from '@lotkeeper/contract/platform/setup';
import { expect, test } from 'vitest';
import { recordSentRentals } from '../../../records/people/rentals.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import { recording, rental } from '../../../testing/rentals.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;

const start = '2026-06-15T18:00:00Z';

async function openWorld() {
  const spot = await makeSpot(sql);
  const admin = await signedInMember(at, { pk: spot.organization }, 'ADMIN');
  const params = { id: String(spot.organization) };
  return {
    spot,
    count: async () => (await at.call(getTestRentals, { params }, admin)).body.count,
    remove: async () => (await at.call(removeTestRentals, { params }, admin)).body.count,
    done: async () => (await at.call(getSetup, { params }, admin)).body.done,
  };
}

test('a test rental is taken back once, and isn’t the first rental of an organization', async () => {
  const { spot, count, remove, done } = await openWorld();
  await recording(sql, spot.organization, (recorder) =>
    recordSentRentals(recorder, [rental(spot, start, 0, { source: testSource })]),
  );
  expect(await count()).toBe(1);
  expect(await done()).not.toContain('records');
  expect(await remove()).toBe(0);
  expect(await count()).toBe(0);
  expect(await remove()).toBe(0);
  const [{ counted } = { counted: null }] = await sql<{ counted: number }[]>`
    select sum(rentals) as counted from ledger_entries where organization_id = ${spot.organization}`;
  expect(Number(counted)).toBe(0);
  const entries = await sql`
    select act from audit_entries
    where organization_id = ${spot.organization} and subject_type = 'rental'`;
  expect(entries).toEqual([{ act: 'remove' }]);
});

test('a rental of a real system, or with money, stays', async () => {
  const { spot, count, remove, done } = await openWorld();
  await recording(sql, spot.organization, (recorder) =>
    recordSentRentals(recorder, [rental(spot, start, 0)]),
  );
  await recording(sql, spot.organization, (recorder) =>
    recordSentRentals(recorder, [rental(spot, start, 500, { source: testSource })]),
  );
  expect(await count()).toBe(0);
  expect(await remove()).toBe(0);
  expect(await done()).toContain('records');
});
