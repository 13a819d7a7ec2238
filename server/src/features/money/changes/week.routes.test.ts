import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { getRevenueBridge } from '@lotkeeper/contract/money/changes';
import { getFigure } from '@lotkeeper/contract/money/figures';
import { getWeek } from '@lotkeeper/contract/money/week';
import { expect, test } from 'vitest';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { moveMoney, movement, record, rental } from '../../../testing/rentals.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { makeTakings } from '../../../testing/takings.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

/*
 * Wednesday, November 25, 2026. Last week is November 16 to 22, the week before November 9 to 15, and the same week
 * of last year November 17 to 23, 2025 (364 days before November 16 is Monday, November 17, 2025).
 */
const at = await testApp({ now: '2026-11-25T19:00:00Z' });
const sql = at.database.system;

const read = async (organization: { uuid: string }, token: string) => {
  const { status, body } = await at.call(
    getWeek,
    { query: { organization: organization.uuid } },
    { token },
  );
  expect(status).toBe(200);
  return body;
};

test('last week is compared with the week before and the same week of last year, and its properties add up to the total', async () => {
  const owner = await makeOrganization(sql, { commission_rate: 1000 });
  const { token } = await signedInMember(at, owner, 'ADMIN');
  const phoenix = await makeSpot(sql, { organization: owner, name: 'Phoenix Lot' });
  const honolulu = await makeSpot(sql, {
    organization: owner,
    name: 'Honolulu Lot',
    timezone: 'Pacific/Honolulu',
  });
  await makeSpot(sql, { organization: owner, name: 'New Lot' });
  await record(sql, { organization: owner.pk }, [
    // Its first rental, months before.
    rental(phoenix, '2025-06-02T18:00:00Z', 100),
    rental(phoenix, '2025-11-17T18:00:00Z', 500),
    rental(phoenix, '2026-11-10T18:00:00Z', 1000),
    rental(phoenix, '2026-11-11T18:00:00Z', 1000),
    rental(phoenix, '2026-11-16T07:30:00Z', 1000),
    // Monday, 6:59 a.m. UTC is still Sunday in Honolulu and Phoenix.
    rental(honolulu, '2026-11-23T06:59:00Z', 2000),
    // Monday in Phoenix, not in last week; Sunday evening in Honolulu, in it.
    rental(phoenix, '2026-11-23T07:30:00Z', 9900),
    rental(honolulu, '2026-11-23T07:30:00Z', 3000),
  ]);
  await moveMoney(sql, phoenix, [movement('2026-11-18T18:00:00Z', 300, { kind: 'refund' })]);
  const { days, total, properties } = await read(owner, token);
  expect(days).toEqual({
    week: { start_date: '2026-11-16', end_date: '2026-11-22' },
    before: { start_date: '2026-11-09', end_date: '2026-11-15' },
    year_ago: { start_date: '2025-11-17', end_date: '2025-11-23' },
  });
  // Gross 1,000 + 2,000 + 3,000. Net: less the refund of 300, less 10 % of each: 5,700 − 570.
  expect(total.week).toMatchObject({ gross: 6000, net: 5130, rentals: 3, entry_count: 4 });
  expect(total.before).toMatchObject({ gross: 2000, net: 1800, rentals: 2 });
  expect(total.year_ago).toMatchObject({ gross: 500, net: 450, rentals: 1 });
  expect(properties.map(({ name }) => name)).toEqual(['Honolulu Lot', 'New Lot', 'Phoenix Lot']);
  const [inHonolulu, fresh, inPhoenix] = properties;
  expect(inHonolulu).toMatchObject({
    week: { gross: 5000, net: 4500, rentals: 2 },
    before: { net: 0 },
    largest_step: { cause: 'count', amount: 5000 },
  });
  expect(fresh).toMatchObject({ week: { net: 0, occupancy: null }, largest_step: null });
  // Net 900 − 270 = 630 instead of 1,800: one rental of $10 fewer is more than the refund of $3.
  expect(inPhoenix).toMatchObject({
    week: { gross: 1000, net: 630, rentals: 1 },
    before: { gross: 2000, net: 1800 },
    largest_step: { cause: 'count', amount: -1000, earlier: 2, later: 1 },
  });
});

test('occupancy is the time that rentals took of the time that the spaces offered, also of those from before the week', async () => {
  const owner = await makeOrganization(sql);
  const { token } = await signedInMember(at, owner, 'ADMIN');
  // 100 spaces, 168 hours: 16,800 hours a week.
  const spot = await makeSpot(sql, { organization: owner });
  const stay = (start: string, end: string) => rental(spot, start, 100, { end_date: fromIso(end) });
  await record(sql, { organization: owner.pk }, [
    stay('2026-10-01T18:00:00Z', '2026-10-01T20:00:00Z'),
    // Phoenix's week begins at 7 a.m. UTC on November 16. From before it: 5 hours of the week, and all of it.
    stay('2026-11-15T18:00:00Z', '2026-11-16T12:00:00Z'),
    stay('2026-10-02T18:00:00Z', '2026-12-24T12:00:00Z'),
    // 25 half hours into an hour: 84.5 hours. Past its end; 10 of these hours are in the week.
    stay('2026-11-17T00:30:00Z', '2026-11-20T13:00:00Z'),
    stay('2026-11-22T21:00:00Z', '2026-11-25T13:00:00Z'),
  ]);
  const { total, properties } = await read(owner, token);
  // 5 + 168 + 84.5 + 10 = 267.5 hours of 16,800.
  expect(total.week.occupancy).toBe(0.0159);
  // 13 hours of the first (18:00 to 7:00) and 168 of the second: 181.
  expect(total.before.occupancy).toBe(0.0108);
  expect(properties[0]?.week.occupancy).toBe(0.0159);
  expect(total.year_ago.occupancy).toBeNull();
});

test('each figure of a random ledger is the figure that it opens, and the causes are steps of the bridge', async () => {
  const { organization, spots } = await makeTakings(sql);
  const { token } = await signedInMember(at, organization, 'ADMIN');
  const { days, total, properties } = await read(organization, token);
  const readTotal = async (
    subject: { organization: string } | { spot: string },
    measure: 'gross' | 'net' | 'rentals',
    range: typeof days.week,
  ) =>
    (await at.call(getFigure, { query: { ...subject, measure, ...range } }, { token })).body.total;
  for (const week of ['week', 'before', 'year_ago'] as const) {
    for (const measure of ['gross', 'net', 'rentals'] as const) {
      expect(await readTotal({ organization: organization.uuid }, measure, days[week])).toBe(
        total[week][measure],
      );
    }
  }
  for (const spot of spots) {
    const found = properties.find(({ pk }) => pk === spot.pk);
    const query = { spot: spot.uuid, period: 'week' as const, start_date: days.week.start_date };
    const bridge = (await at.call(getRevenueBridge, { query }, { token })).body;
    expect([bridge.earlier.net, bridge.later.net]).toEqual([found?.before.net, found?.week.net]);
    if (found?.largest_step) expect(bridge.steps).toContainEqual(found.largest_step);
  }
  const whole = await at.call(
    getRevenueBridge,
    {
      query: {
        organization: organization.uuid,
        period: 'week',
        start_date: days.week.start_date,
      },
    },
    { token },
  );
  const changes = whole.body.properties.map((row) => row.later_net - row.earlier_net);
  expect(changes.reduce((sum, change) => sum + change, 0)).toBe(
    whole.body.later.net - whole.body.earlier.net,
  );
});

test('an organization without properties has weeks of zeros', async () => {
  const owner = await makeOrganization(sql);
  const { token } = await signedInMember(at, owner, 'ADMIN');
  const { total, properties } = await read(owner, token);
  expect(properties).toEqual([]);
  expect(total.week).toEqual({ gross: 0, net: 0, rentals: 0, entry_count: 0, occupancy: null });
});
