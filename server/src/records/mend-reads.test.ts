import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { parkingDay, read } from '../testing/parking-day.ts';
import { recording } from '../testing/rentals.factory.ts';
import { makeSpot } from '../testing/spots.factory.ts';
import { mendProperty, resetClocks } from './mend-reads.ts';

const { money, parkedBefore, sees, settleAt, sql, violations, visits } = await parkingDay();

test('what wrong times left behind is mended: visits move, and what was charged for them is given back', async () => {
  const spot = await makeSpot(sql);
  const known = { plate: 'KNOWN1' };
  await parkedBefore(spot);
  const [camera] = await sql<[{ pk: number }]>`
    insert into cameras (organization_id, camera_ref, name, spot_pk, first_seen_at, clock_offset_ms)
    values (${spot.organization}, 'in', 'In', ${spot.pk}, ${0}, ${25 * 3_600_000}) returning pk`;
  const byCamera = { camera_pk: camera.pk };
  // As releases before this rule recorded it: a camera whose first read said 25 hours later.
  await sees(
    spot,
    read(spot, '19:00', 'Entrance', byCamera),
    read(spot, '19:01', 'Exit'),
    read(spot, '19:00', 'Entrance', { ...known, captured_at: fromIso('1970-01-01T00:00:00Z') }),
    read(spot, '19:01', 'Exit', known),
  );
  await sql`update plate_reads set seen_at = '2026-06-14T18:00:00Z' where camera_pk = ${camera.pk}`;
  await settleAt(spot, '19:30');
  expect(await money(spot)).not.toEqual([]);
  const mended = await recording(sql, spot.organization, async (recorder) => ({
    cameras: await resetClocks(recorder),
    ...(await mendProperty(recorder, spot.pk)),
  }));
  expect(mended).toMatchObject({ cameras: 1, reads: 2 });
  await settleAt(spot, '19:40');
  const paired = (await visits(spot)).toSorted((a, b) => a.plate.localeCompare(b.plate));
  expect(paired).toMatchObject([
    { plate: 'ABC123', status: 'grace period', entrance_at: '19:00', exit_at: '19:01' },
    { plate: 'KNOWN1', status: 'grace period', entrance_at: '19:00', exit_at: '19:01' },
  ]);
  const total = (await money(spot)).reduce(
    (sum, [, gross, refund]) => sum + Number(gross) - Number(refund),
    0,
  );
  expect(total).toBe(0);
  expect((await violations(spot)).filter(({ status }) => status !== 'Waived')).toEqual([]);
});
