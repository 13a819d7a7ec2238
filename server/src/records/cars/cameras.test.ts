import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { makeCamera, makeCameraFeed } from '../../testing/cameras.factory.ts';
import { recording } from '../../testing/rentals.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { bringInLatecomers, placeCamera, recordHeartbeats } from './cameras.ts';
import { recordPlateReads } from './plate-reads.ts';

const now = fromIso('2026-06-15T19:00:00Z');

const database = await testDatabase();
const sql = database.system;
const spot = await makeSpot(sql);
const organization = { pk: spot.organization };
const feed = await makeCameraFeed(sql, organization, 'axis');
const camera = await makeCamera(sql, organization, feed);

const read = (external_id: string) => ({
  source: 'test',
  external_id,
  spot_pk: null,
  camera_pk: camera.pk,
  captured_at: now,
  received_at: now,
  plate: 'ABC123',
  state: null,
  country: null,
  confidence: null,
  direction: null,
});

test('a read in progress goes to the property that its camera is assigned to in the meantime', async () => {
  const place = { name: 'Gate', spot_pk: spot.pk, direction: 'Entrance' } as const;
  const spots = await recording(sql, spot.organization, async (late) => {
    // This writer read the camera before it had a property; it's assigned before the writer is done.
    await late.tx`select 1`;
    await recording(sql, spot.organization, (other) => placeCamera(other, camera.pk, place, now));
    await recordPlateReads(late, [read('late')], now);
    return bringInLatecomers(late, [camera.pk], now);
  });
  expect(spots).toEqual([spot.pk]);
  const [row] = await sql`
    select spot_pk, local_hour, direction from plate_reads where organization_id = ${spot.organization}`;
  expect(row).toEqual({ spot_pk: spot.pk, local_hour: 12, direction: 'Entrance' });
  const hours = await sql`
    select local_hour, reads from camera_hours where organization_id = ${spot.organization}`;
  expect(hours).toEqual([{ local_hour: 12, reads: 1 }]);
});

test('a missing camera cannot be assigned to a property', async () => {
  const place = { name: 'Gate', spot_pk: null, direction: null };
  const placed = await recording(sql, spot.organization, (recorder) =>
    placeCamera(recorder, 999_999, place, now),
  );
  expect(placed).toBe(false);
});

test('neither a pause of over an hour nor a stray heartbeat changes a camera’s heartbeat interval', async () => {
  const beat = (iso: string, regular: boolean) =>
    recording(sql, spot.organization, (recorder) =>
      recordHeartbeats(recorder, [{ pk: camera.pk, regular }], fromIso(iso)),
    );
  await beat('2026-06-15T19:00:00Z', true);
  await beat('2026-06-15T19:00:20Z', false);
  await beat('2026-06-15T19:02:00Z', true);
  await beat('2026-06-15T23:00:00Z', true);
  const [row] = await sql`
    select heartbeat_every_ms, last_beat_at from cameras where organization_id = ${spot.organization}`;
  expect(row).toEqual({
    heartbeat_every_ms: 120_000,
    last_beat_at: fromIso('2026-06-15T23:00:00Z'),
  });
});
