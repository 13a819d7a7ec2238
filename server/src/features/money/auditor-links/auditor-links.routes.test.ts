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
import { closeMessages, closeMonth, getMonthClose } from '@lotkeeper/contract/money/close';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeAuditorLink, signMonth } from '../../../testing/close.factory.ts';
import { contractEndpoints } from '../../../testing/endpoints.ts';
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

/** What Admins see of the use of a link. */
const listOpened = async (pk: number) => {
  const views = { ...params(), link: String(pk) };
  return (await at.call(listAuditorViews, { params: views }, { token })).body;
};

/** Every call that somebody with a link can make, for months from March to June. */
function linkCalls(link: string, { spots, after }: { spots: string[]; after: string }) {
  const months = ['2026-03-01', '2026-04-01', '2026-05-01', '2026-06-01'];
  const base = `/api/auditor/${link}`;
  return [
    { path: `${base}/` },
    ...months.flatMap((month) => [
      { path: `${base}/packet/?month=${month}` },
      { path: `${base}/close/?month=${month}` },
      ...spots.flatMap((spotPk) => [
        { path: `${base}/close/?month=${month}&spot=${spotPk}` },
        { path: `${base}/entries/?month=${month}&spot=${spotPk}` },
        { path: `${base}/entries/?month=${month}&spot=${spotPk}&after=${after}` },
      ]),
    ]),
  ];
}

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
  expect(await listOpened(pk)).toMatchObject([
    { opened: 'entries', month: '2026-05-01', property: { pk: spot.pk } },
    { opened: 'month', month: '2026-04-01', property: null },
  ]);
  const links = await at.call(listAuditorLinks, { params: params() }, { token });
  expect(links.body).toMatchObject([{ pk, views: 2, only_spots: null }]);
  expect(JSON.stringify(links.body)).not.toContain(link);
});

test('opening the link, and entries from the middle of a month, are listed once an hour', async () => {
  await moveMoney(sql, spot, [movement('2026-04-10T18:00:00Z', 1000)]);
  const [entry] = await sql<{ pk: number }[]>`
    select max(pk) as pk from ledger_entries where spot_pk = ${spot.pk}`;
  const { pk, token: link } = await give();
  const turn = async (month: string) => {
    const query = { month, spot: String(spot.pk), after: String(entry?.pk) };
    const call = await at.call(listAuditorEntries, { params: { token: link }, query });
    expect(call.status).toBe(200);
  };
  for (const month of ['2026-04-01', '2026-04-01', '2026-05-01', '2026-05-01']) await turn(month);
  for (let count = 0; count < 3; count += 1)
    await at.call(openAuditorLink, { params: { token: link } });
  expect(await listOpened(pk)).toMatchObject([
    { opened: 'link', month: null, property: null },
    { opened: 'entries', month: '2026-05-01', property: { pk: spot.pk } },
    { opened: 'entries', month: '2026-04-01', property: { pk: spot.pk } },
  ]);
  at.clock.forward(60 * 60 * 1000);
  await turn('2026-04-01');
  await at.call(openAuditorLink, { params: { token: link } });
  expect((await listOpened(pk)).map(({ opened }) => opened).slice(0, 3)).toEqual([
    'link',
    'entries',
    'link',
  ]);
});

describe('late money of another property and of other months', () => {
  /** Of the other property, and of a month that the link doesn't cover: the only sums with eight digits. */
  const [ofOther, ofMarch] = [33_000_000, 55_000_000];
  const hasForeignSum = /[:,[]-?\d{8}[,}\]]/;

  /** Closes March and April, after which money of both and of May arrives at both properties. */
  async function closeMonths() {
    for (const month of ['2026-03-01', '2026-04-01']) {
      await moveMoney(sql, spot, [movement(`${month.slice(0, 7)}-10T18:00:00Z`, 1000)]);
      await signMonth(at, organization, { month, token });
      const closed = await at.call(closeMonth, { params: params(), body: { month } }, { token });
      expect(closed.status).toBe(200);
    }
    await moveMoney(sql, other, [
      movement('2026-03-12T18:00:00Z', ofOther),
      movement('2026-04-12T18:00:00Z', ofOther),
      movement('2026-05-12T18:00:00Z', ofOther),
    ]);
    await moveMoney(sql, spot, [
      movement('2026-03-12T18:00:00Z', ofMarch),
      movement('2026-04-12T18:00:00Z', 300),
      movement('2026-05-12T18:00:00Z', 200),
    ]);
  }

  test('is in no answer of a link', async () => {
    await closeMonths();
    await sql`update spots set name = 'Other Lot' where pk = ${other.pk}`;
    const { token: link } = await give([spot.pk]);
    const spotText = String(spot.pk);
    const [entry] = await sql<{ pk: number }[]>`
      select min(pk) as pk from ledger_entries where spot_pk = ${spot.pk}`;
    const calls = linkCalls(link, {
      spots: [spotText, String(other.pk)],
      after: String(entry?.pk),
    });
    // Every endpoint that a link opens is in the walk.
    expect(
      new Set(calls.map(({ path }) => path.replace(link, ':token').replace(/\?.*/, ''))),
    ).toEqual(
      new Set(
        [...(await contractEndpoints()).values()]
          .map(({ path }) => path)
          .filter((path) => path.startsWith('/api/auditor/')),
      ),
    );
    const answers: string[] = [];
    for (const { path } of calls) {
      const { body, statusCode } = await at.app.inject({ method: 'GET', url: path });
      if (statusCode !== 200) continue;
      answers.push(body);
      expect(body, path).not.toMatch(hasForeignSum);
      expect(body, path).not.toMatch(/"2026-03-|Other Lot/);
      expect(body, path).not.toContain(`"pk":${other.pk},`);
    }
    // Its coverage, two months, and both months' entries from the beginning and from the middle.
    expect(answers).toHaveLength(7);
  });

  test('belongs to the property and month that an Admin asks for', async () => {
    await closeMonths();
    const read = async (month: string, of?: TestSpot) => {
      const query = { month, ...(of ? { spot: String(of.pk) } : {}) };
      const { body } = await at.call(getMonthClose, { params: params(), query }, { token });
      return {
        late: body.late?.gross,
        adjustments: Object.fromEntries(
          body.adjustments.map(({ month: of, gross }) => [of, gross]),
        ),
      };
    };
    expect(await read('2026-04-01', spot)).toEqual({ late: 300, adjustments: {} });
    expect(await read('2026-04-01', other)).toEqual({ late: ofOther, adjustments: {} });
    expect(await read('2026-04-01')).toEqual({ late: 300 + ofOther, adjustments: {} });
    expect(await read('2026-05-01', spot)).toEqual({
      late: undefined,
      adjustments: { '2026-03-01': ofMarch, '2026-04-01': 300 },
    });
    // Closing May keeps what arrived before; what arrives later belongs to June.
    await signMonth(at, organization, { month: '2026-05-01', token });
    await at.call(closeMonth, { params: params(), body: { month: '2026-05-01' } }, { token });
    await moveMoney(sql, spot, [movement('2026-04-13T18:00:00Z', 50)]);
    expect(await read('2026-05-01', spot)).toEqual({
      late: 0,
      adjustments: { '2026-03-01': ofMarch, '2026-04-01': 300 },
    });
    expect(await read('2026-06-01', spot)).toEqual({
      late: undefined,
      adjustments: { '2026-04-01': 50 },
    });
    expect(await read('2026-06-01', other)).toEqual({ late: undefined, adjustments: {} });
    expect(await read('2026-04-01', spot)).toEqual({ late: 350, adjustments: {} });
  });

  test('keeps a packet that names it from a link that doesn’t cover its month', async () => {
    await closeMonths();
    await signMonth(at, organization, { month: '2026-05-01', token });
    await at.call(closeMonth, { params: params(), body: { month: '2026-05-01' } }, { token });
    const { token: link } = await give();
    const query = { month: '2026-05-01' };
    const packet = await at.call(downloadAuditorPacket, { params: { token: link }, query });
    expect([packet.status, packet.error.detail]).toEqual([404, auditorMessages.packetOutside]);
  });
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
