import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import { makeUsualCamera } from '../../../testing/alert-week.factory.ts';
import { makeCameraFeed } from '../../../testing/cameras.factory.ts';
import { makeEvent } from '../../../testing/events.factory.ts';
import { noon, openWatchedLot } from '../../../testing/find-problems.ts';
import { camerasDetectors } from './cameras.detectors.ts';

const monday = '2026-06-15' as LocalDate;
const zone = 'America/Phoenix';

const lot = await openWatchedLot();
const { sql } = lot;

const openDetectors = () => camerasDetectors({ backupDir: undefined });

test('a connection that waits for its first message for a day is a problem until it sends or is revoked', async () => {
  const feed = await makeCameraFeed(sql, lot.organization, 'axis', { spot: lot.spot });
  const set = (column: string, at: number | null) =>
    sql`update camera_feeds set ${sql.unsafe(column)} = ${at} where pk = ${feed.pk}`;
  await set('created_at', noon - 25 * hourMs);
  expect(await lot.find(openDetectors())).toMatchObject([
    { kind: 'connection_waiting', spot_pk: lot.spot.pk, since: noon - 25 * hourMs },
  ]);
  expect(await lot.find(openDetectors(), instant(noon - 2 * hourMs))).toEqual([]);
  await set('last_message_at', noon);
  expect(await lot.find(openDetectors())).toEqual([]);
});

test('a camera without enough reads to know its rhythm may be quiet for a day', async () => {
  await sql`
    insert into cameras ${sql.values({
      organization_id: lot.organization.pk,
      camera_ref: 'new',
      name: 'New gate',
      spot_pk: lot.spot.pk,
      first_seen_at: noon - 40 * hourMs,
      last_read_at: noon - 24 * hourMs,
    })}`;
  expect(await lot.find(openDetectors())).toEqual([]);
  const [problem] = await lot.find(openDetectors(), instant(noon + 1));
  expect(problem).toMatchObject({ since: noon - 24 * hourMs, cost: null });
});

test('a silent camera says how many cars it missed and what they probably bring', async () => {
  const camera = await makeUsualCamera(sql, lot.spot, {
    name: 'North gate',
    perHour: 30,
    first: monday,
    timezone: zone,
  });
  await sql`update cameras set last_read_at = ${noon} where pk = ${camera.pk}`;
  await sql`
    insert into camera_hours (organization_id, camera_pk, local_date, local_hour, reads)
    select ${lot.organization.pk}, ${camera.pk}, ${monday}, h, 30 from generate_series(6, 12) h`;
  // A hundred cars brought $1,000 in the weeks before.
  await sql`
    insert into visit_days values
      (${lot.organization.pk}, ${lot.spot.pk}, '2026-06-10', 'paid_by_driver', 100, 0)`;
  await sql`
    insert into revenue_days (organization_id, spot_pk, local_date, rental_type, gross, refunds, refund_count, tax,
      processing_fee, commission, enforcement, enforcement_count, marketing, dynamic_pricing, rentals)
    values (${lot.organization.pk}, ${lot.spot.pk}, '2026-06-10', 'hourly', 100000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100)`;
  const detectors = openDetectors();
  expect(await lot.find(detectors, instant(noon + 29 * minuteMs))).toEqual([]);
  expect(await lot.find(detectors, instant(noon + 40 * minuteMs))).toMatchObject([
    { subject: `camera ${camera.pk}`, since: noon, cost: null },
  ]);
  // The hour after that of its last read, which is over: 30 cars.
  expect(await lot.find(detectors, instant(noon + 2 * hourMs))).toMatchObject([
    {
      since: noon,
      cost: 30_000,
      facts: { camera: 'North gate', missed: 30, missed_most: 30, cost_least: 30_000 },
    },
  ]);
  await sql`update cameras set last_read_at = ${noon + 41 * minuteMs} where pk = ${camera.pk}`;
  expect(await lot.find(detectors, instant(noon + 42 * minuteMs))).toEqual([]);
});

test('a camera isn’t silent while an event closes its property, even for some hours', async () => {
  await makeUsualCamera(sql, lot.spot, {
    name: 'Gate',
    perHour: 30,
    first: monday,
    timezone: zone,
  });
  await makeEvent(sql, lot.spot, {
    start_time: '10:00:00',
    end_time: '12:00:00',
    is_lot_closed: true,
  });
  await sql`
    update cameras set last_read_at = ${noon - 2 * hourMs} where organization_id = ${lot.organization.pk}`;
  const detectors = openDetectors();
  expect(await lot.find(detectors)).toEqual([]);
  expect(await lot.find(detectors, instant(noon + 29 * minuteMs))).toEqual([]);
  expect(await lot.find(detectors, instant(noon + 31 * minuteMs))).toHaveLength(1);
});

test('the camera of a sender that was disconnected isn’t a problem', async () => {
  await makeUsualCamera(sql, lot.spot, {
    name: 'Gate',
    perHour: 30,
    first: monday,
    timezone: zone,
  });
  const [feed] = await sql<[{ pk: number }]>`
    insert into camera_feeds (organization_id, name, format, key_hash, hint, created_at, revoked_at)
    values (${lot.organization.pk}, 'x', 'axis', ${Buffer.from(lot.organization.uuid)}, 'abcd', ${noon}, ${noon}) returning pk`;
  await sql`
    update cameras set last_read_at = ${noon - 9 * hourMs}, feed_pk = ${feed.pk}
    where organization_id = ${lot.organization.pk}`;
  expect(await lot.find(openDetectors())).toEqual([]);
});
