import {
  auditorMessages,
  createAuditorLink,
  downloadAuditorPacket,
  getAuditorMonth,
  listAuditorEntries,
  listAuditorLinks,
  listAuditorViews,
  openAuditorLink,
  revokeAuditorLink,
} from '@lotkeeper/contract/money/auditor-links';
import { closeMessages } from '@lotkeeper/contract/money/close';
import { beforeEach, expect, test } from 'vitest';
import { makeAuditorLink } from '../../../testing/close.factory.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { moveMoney, movement } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const at = await testApp({ now: '2026-06-20T19:00:00Z' });
const sql = at.database.system;

let organization: { pk: number; uuid: string };
let spot: TestSpot;
let other: TestSpot;
let token: string;

beforeEach(async () => {
  at.clock.set('2026-06-20T19:00:00Z');
  organization = await makeOrganization(sql);
  spot = await makeSpot(sql, { organization });
  other = await makeSpot(sql, { organization });
  token = (await signedInMember(at, organization, 'ADMIN')).token;
});

const params = () => ({ orgId: String(organization.pk) });

/** Creates a link for April and May, of all properties or some; returns its token and number. */
async function give(spots: number[] = [], days = 30) {
  const body = {
    auditor: 'Jordan Blake',
    first_month: '2026-04-01',
    last_month: '2026-05-01',
    spots,
    days,
  };
  return (await at.call(createAuditorLink, { params: params(), body }, { token })).body;
}

const openMonth = (link: string, month: string, spotPk?: number) =>
  at.call(getAuditorMonth, {
    params: { token: link },
    query: { month, ...(spotPk === undefined ? {} : { spot: String(spotPk) }) },
  });

test('a link opens the months and properties that it covers, without an account, and nothing else', async () => {
  await moveMoney(sql, spot, [movement('2026-04-10T18:00:00Z', 1000)]);
  await moveMoney(sql, other, [movement('2026-04-10T18:00:00Z', 500)]);
  const { token: link } = await give([spot.pk]);
  const { body } = await at.call(openAuditorLink, { params: { token: link } });
  expect(body).toMatchObject({
    auditor: 'Jordan Blake',
    covers_all: false,
    covered: [{ pk: spot.pk }],
  });
  const month = await openMonth(link, '2026-04-01', spot.pk);
  expect(month.body.links.find(({ link: name }) => name === 'charges')?.first.value).toBe(1000);
  for (const refused of [
    await openMonth(link, '2026-04-01'),
    await openMonth(link, '2026-04-01', other.pk),
    await openMonth(link, '2026-03-01', spot.pk),
    await openMonth(link, '2026-06-01', spot.pk),
  ]) {
    expect([refused.status, refused.error.detail]).toEqual([404, auditorMessages.outside]);
  }
  const stranger = await makeSpot(sql);
  expect((await openMonth(link, '2026-04-01', stranger.pk)).status).toBe(404);
  const { token: whole } = await give();
  const all = await openMonth(whole, '2026-04-01');
  expect(all.body.links.find(({ link: name }) => name === 'charges')?.first.value).toBe(1500);
  expect((await openMonth(whole, '2026-04-01', stranger.pk)).status).toBe(404);
});

test('the ledger of a month comes in pages, without drivers, and adds up', async () => {
  await moveMoney(
    sql,
    spot,
    Array.from({ length: 150 }, (_, index) =>
      movement(`2026-04-${String((index % 28) + 1).padStart(2, '0')}T18:00:00Z`, 100),
    ),
  );
  const { token: link } = await give();
  const read = (after?: number | null) =>
    at.call(listAuditorEntries, {
      params: { token: link },
      query: {
        month: '2026-04-01',
        spot: String(spot.pk),
        ...(after ? { after: String(after) } : {}),
      },
    });
  const first = (await read()).body;
  const second = (await read(first.next)).body;
  const rows = [...first.results, ...second.results];
  expect([first.results.length, second.results.length, second.next]).toEqual([100, 50, null]);
  expect(new Set(rows.map(({ pk }) => pk)).size).toBe(150);
  expect(rows.reduce((sum, { gross }) => sum + gross, 0)).toBe(15_000);
  expect(Object.keys(rows[0] ?? {})).not.toContain('plate');
});

test('a link ends when it is revoked or expires, and an unknown one gets the same answer', async () => {
  const { pk, token: link } = await give([], 1);
  const open = (one: string) => at.call(openAuditorLink, { params: { token: one } });
  expect((await open(link)).status).toBe(200);
  at.clock.set('2026-06-21T19:00:01Z');
  const dead = [404, auditorMessages.dead];
  const expired = await open(link);
  expect([expired.status, expired.error.detail]).toEqual(dead);
  const unknown = await open('nobody-has-created-this-link');
  expect([unknown.status, unknown.error.detail]).toEqual(dead);
  at.clock.set('2026-06-20T20:00:00Z');
  const revoke = () =>
    at.call(revokeAuditorLink, { params: { ...params(), link: String(pk) } }, { token });
  expect((await revoke()).body).toEqual({ revoked: true });
  expect((await revoke()).body).toEqual({ revoked: false });
  expect((await open(link)).error.detail).toBe(auditorMessages.dead);
});

test('Admins see what was opened with a link, and its token is stored only as a hash', async () => {
  const { pk, token: link } = await give();
  await openMonth(link, '2026-04-01');
  await at.call(listAuditorEntries, {
    params: { token: link },
    query: { month: '2026-05-01', spot: String(spot.pk) },
  });
  const views = await at.call(
    listAuditorViews,
    { params: { ...params(), link: String(pk) } },
    { token },
  );
  expect(views.body).toMatchObject([
    { opened: 'entries', month: '2026-05-01', property: { pk: spot.pk } },
    { opened: 'month', month: '2026-04-01', property: null },
  ]);
  const links = await at.call(listAuditorLinks, { params: params() }, { token });
  expect(links.body).toMatchObject([{ pk, views: 2, only_spots: null }]);
  expect(JSON.stringify(links.body)).not.toContain(link);
});

test('a packet is only for a link of all properties and a closed month', async () => {
  const download = (link: string, month: string) =>
    at.call(downloadAuditorPacket, { params: { token: link }, query: { month } });
  const { token: some } = await give([spot.pk]);
  expect((await download(some, '2026-04-01')).status).toBe(404);
  const { token: whole } = await give();
  const open = await download(whole, '2026-04-01');
  expect([open.status, open.error.detail]).toEqual([404, closeMessages.notClosed]);
});

test('a property of another organization can’t be in a link', async () => {
  const stranger = await makeSpot(sql);
  const body = {
    auditor: 'Jordan Blake',
    first_month: '2026-04-01',
    last_month: '2026-05-01',
    spots: [stranger.pk],
    days: 30,
  };
  const { error } = await at.call(createAuditorLink, { params: params(), body }, { token });
  expect(error.fields).toEqual({ spots: auditorMessages.spots });
});

test('unknown links are counted by network, and refused after 60 in an hour', async () => {
  const open = () =>
    at.call(openAuditorLink, { params: { token: 'nobody-has-created-this-link' } });
  const statuses = new Set<number>();
  for (let tries = 0; tries < 62; tries += 1) statuses.add((await open()).status);
  expect([...statuses]).toEqual([404, 429]);
  const { token: link } = await makeAuditorLink(sql, organization);
  expect((await at.call(openAuditorLink, { params: { token: link } })).status).toBe(200);
});
