import { getHome } from '@lotkeeper/contract/money/home';
import { expect, test } from 'vitest';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { record, rental } from '../../../testing/rentals.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

/** Sunday evening, March 29, 2026, in Honolulu, which is Monday in Auckland; February had 28 days. */
const at = await testApp({ now: '2026-03-30T06:00:00Z' });
const sql = at.database.system;

test('each property’s today, yesterday and month so far are of its own calendar', async () => {
  const owner = await makeOrganization(sql, { commission_rate: 1000 });
  const { token } = await signedInMember(at, owner, 'ACCOUNTANT');
  const honolulu = await makeSpot(sql, {
    organization: owner,
    name: 'Honolulu Lot',
    timezone: 'Pacific/Honolulu',
  });
  const auckland = await makeSpot(sql, {
    organization: owner,
    name: 'Auckland Lot',
    timezone: 'Pacific/Auckland',
  });
  await makeSpot(sql, { organization: owner, name: 'New Lot' });
  await record(sql, { organization: owner.pk }, [
    rental(honolulu, '2026-01-31T20:00:00Z', 77_700),
    rental(honolulu, '2026-02-01T20:00:00Z', 100),
    rental(honolulu, '2026-02-28T20:00:00Z', 200),
    rental(honolulu, '2026-03-21T20:00:00Z', 300),
    rental(honolulu, '2026-03-28T20:00:00Z', 400),
    rental(honolulu, '2026-03-30T05:00:00Z', 500),
    rental(auckland, '2026-03-30T05:00:00Z', 600),
    // Sunday in Auckland.
    rental(auckland, '2026-03-29T05:00:00Z', 700),
  ]);
  const query = { organization: owner.uuid };
  const { body } = await at.call(getHome, { query }, { token });
  const [inAuckland, inHonolulu, fresh] = body.properties;
  expect(inHonolulu).toMatchObject({
    pk: honolulu.pk,
    today: { start_date: '2026-03-29', gross: 500, net: 450 },
    yesterday: { start_date: '2026-03-28', gross: 400, net: 360 },
    week_before: { start_date: '2026-03-21', gross: 300 },
    month: { start_date: '2026-03-01', end_date: '2026-03-29', gross: 1200 },
    month_before: { start_date: '2026-02-01', end_date: '2026-02-28', gross: 300 },
  });
  expect(inHonolulu?.trend).toHaveLength(28);
  expect(inHonolulu?.trend.slice(-8)).toEqual([270, 0, 0, 0, 0, 0, 0, 360]);
  expect(inAuckland).toMatchObject({
    today: { start_date: '2026-03-30', gross: 600 },
    yesterday: { start_date: '2026-03-29', gross: 700 },
  });
  expect(fresh).toMatchObject({ today: { gross: 0 }, month: { net: 0 } });
});

test('the day after Thanksgiving says that yesterday was a holiday', async () => {
  at.clock.set('2026-11-27T19:00:00Z');
  const owner = await makeOrganization(sql);
  const { token } = await signedInMember(at, owner, 'ACCOUNTANT');
  await makeSpot(sql, { organization: owner });
  const { body } = await at.call(getHome, { query: { organization: owner.uuid } }, { token });
  expect(body.properties[0]).toMatchObject({
    yesterday: { start_date: '2026-11-26', holiday: 'Thanksgiving Day' },
    week_before: { start_date: '2026-11-19', holiday: null },
  });
});
