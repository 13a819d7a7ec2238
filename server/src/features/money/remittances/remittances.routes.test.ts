import { text } from 'node:stream/consumers';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import type { InputOf } from '@lotkeeper/contract/kernel/endpoint';
import type { BookingList } from '@lotkeeper/contract/money/booking-lists';
import { getMonthClose } from '@lotkeeper/contract/money/close';
import {
  downloadSiteBookings,
  downloadSiteLetter,
  getRemittances,
  importRemittance,
  listSiteBookings,
  previewRemittance,
  remittanceMessages,
  removeRemittance,
  setSiteRate,
} from '@lotkeeper/contract/money/remittances';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { openScope } from '../../../testing/query-plans.ts';
import { record, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { makeVisit } from '../../../testing/visits.factory.ts';
import { bookingsFile } from './remittances.file.ts';

const statements: string[] = [];
const onStatement = (statement: string) => void statements.push(statement);
const database = await testDatabase(undefined, 6, {}, { onStatement });
const at = await testApp({ now: '2026-07-20T19:00:00Z', database });
const sql = at.database.system;
const june = '2026-06-01';

let organization: { pk: number; uuid: string };
let main: TestSpot;
let token: string;

beforeEach(async () => {
  organization = await makeOrganization(sql);
  main = await makeSpot(sql, { organization, name: 'Main St Garage' });
  token = (await signedInMember(at, organization, 'ADMIN')).token;
});

const params = () => ({ orgId: String(organization.pk) });

/** Records a SpotHero booking of a day in June from 8 AM to 10 AM in Phoenix; the car leaves `leaves` minutes late. */
async function book(
  reference: string,
  day: string,
  amount: number,
  {
    spot = main,
    leaves = null,
    source = 'spothero',
    until = null,
  }: { spot?: TestSpot; leaves?: number | null; source?: string; until?: string | null } = {},
) {
  const start = `2026-06-${day}T15:00:00Z`;
  const input = rental(spot, start, amount, {
    source,
    external_id: reference,
    rental_type: 'daily',
    ...(until ? { end_date: fromIso(`2026-06-${until}T17:00:00Z`) } : {}),
  });
  const [recorded] = await record(sql, spot, [input]);
  const pk = recorded?.pk as number;
  if (leaves !== null) {
    const visit = await makeVisit(sql, spot, start);
    const exit = instant(fromIso(`2026-06-${day}T17:00:00Z`) + leaves * 60_000);
    await sql`update visits set rental_pk = ${pk}, exit_at = ${exit} where pk = ${visit}`;
  }
  return pk;
}

type Line = [
  reference: string,
  day: string,
  gross: string,
  fee: string,
  net: string,
  status?: string,
];

const write = (...lines: Line[]) =>
  [
    'Rental ID,Facility,Starts,Ends,Gross,Commission,Net,Status',
    ...lines.map(
      ([reference, day, gross, fee, net, status = 'Completed']) =>
        `${reference},Main St. Garage,06/${day}/2026,06/${day}/2026,${gross},${fee},${net},${status}`,
    ),
  ].join('\n');

type Query = InputOf<typeof importRemittance>['query'];

const send = (text: string, query: Query = { source: 'spothero' }) =>
  at.call(importRemittance, { params: params(), query, body: Buffer.from(text) }, { token });

const read = async (month = june) =>
  (await at.call(getRemittances, { params: params(), query: { month } }, { token })).body;

/** The counts and sums that aren't zero. */
const sums = async (month = june) =>
  Object.fromEntries(
    (await read(month)).lists
      .filter(({ count }) => count > 0)
      .map(({ list, count, amount }) => [list, [count, amount]]),
  );

const list = async (name: BookingList) =>
  (
    await at.call(
      listSiteBookings,
      { params: params(), query: { month: june, list: name } },
      { token },
    )
  ).body.results;

/** One booking of each kind, and a file that covers June 2 to 28. */
async function makeMonth() {
  await book('SH-1', '02', 2000, { leaves: 10 });
  await book('SH-2', '05', 3000, { leaves: 42 });
  await book('SH-3', '08', 1500);
  await book('SH-4', '10', 1800, { leaves: 0 });
  await book('SH-5', '12', 2500);
  await book('SH-6', '14', 1000);
  await book('SH-7', '28', 2200, { leaves: 0 });
  // After the last day of the file.
  await book('SH-8', '30', 9900);
  return write(
    ['sh-1 ', '02', '$20.00', '($3.00)', '$17.00'],
    ['SH-2', '05', '$30.00', '($6.00)', '$24.00'],
    ['SH-3', '08', '$15.00', '($2.25)', '$12.75'],
    ['SH-6', '14', '$0.00', '$0.00', '$0.00', 'Cancelled'],
    ['SH-7', '28', '$25.00', '($3.75)', '$21.25'],
    ['SH-99', '20', '$40.00', '($6.00)', '$34.00'],
  );
}

describe('files that don’t show everything', () => {
  test('equal bookings of two properties without references are both kept', async () => {
    await makeSpot(sql, { organization, name: 'Elm Lot' });
    const line = ['', '10', '$20.00', '($3.00)', '$17.00'] as const;
    await send(write([...line]));
    const elm = write([...line]).replace('Main St. Garage', 'Elm Lot');
    expect((await send(elm)).body).toMatchObject({ lines: 1, added: 1, known: 0 });
    expect(await sums()).toEqual({ unknown: [2, 3400] });
  });

  test('a reference in another case is the same line in an overlapping file', async () => {
    await book('SH-1', '10', 2000, { leaves: 0 });
    await send(write(['SH-1', '10', '$20.00', '($3.00)', '$17.00']));
    const again = await send(write(['sh-1', '10', '$20.00', '($3.00)', '$17.00']));
    expect(again.body).toMatchObject({ added: 0, known: 1 });
    expect(await sums()).toEqual({ paid_came: [1, 1700] });
  });

  test('a file of one property says nothing about another', async () => {
    const elm = await makeSpot(sql, { organization, name: 'Elm Lot' });
    await book('SH-1', '10', 2000, { leaves: 0 });
    await book('SH-2', '10', 7700, { spot: elm, leaves: 0 });
    await send(write(['SH-1', '10', '$20.00', '($3.00)', '$17.00']));
    expect(await sums()).toEqual({ paid_came: [1, 1700] });
  });

  test('a booking whose line can’t be read isn’t missing', async () => {
    await book('SH-1', '10', 2000, { leaves: 0 });
    await book('SH-2', '10', 5000, { leaves: 0 });
    const file = write(
      ['SH-1', '10', '$20.00', '($3.00)', '$17.00'],
      ['sh-2', '10', '50?', '($3.00)', '$47.00'],
    );
    expect((await send(file)).body).toMatchObject({ lines: 1, refused: 1 });
    expect(await sums()).toEqual({ paid_came: [1, 1700] });
  });

  test('nothing of a row that can’t be parsed is kept, and then no booking is missing', async () => {
    await book('SH-1', '10', 2000, { leaves: 0 });
    await book('SH-2', '10', 5000, { leaves: 0 });
    const broken = 'sh-2,"Ann Lee,ABC123,06/10/2026,$50.00';
    const file = `${write(['SH-1', '10', '$20.00', '($3.00)', '$17.00'])}\n${broken}\n`;
    expect((await send(file)).body).toMatchObject({ lines: 1, refused: 1 });
    expect(await sums()).toEqual({ paid_came: [1, 1700] });
    const kept = await sql`
      select row_to_json(f)::text as row from remittance_files f
      union all select row_to_json(l)::text from remittance_lines l`;
    expect(JSON.stringify(kept).toLowerCase()).not.toMatch(/ann lee|abc123/);
  });

  test('equal bookings without references that fit are unknown, and their rentals aren’t missing', async () => {
    await book('A-1', '10', 2000, { leaves: 0 });
    await book('A-2', '10', 2000, { leaves: 0 });
    await book('A-3', '10', 3000, { leaves: 0 });
    await send(
      write(
        ['X-1', '10', '$20.00', '($3.00)', '$17.00'],
        ['X-2', '10', '$20.00', '($3.00)', '$17.00'],
      ),
    );
    expect(await sums()).toEqual({ unknown: [2, 3400], came_unpaid: [1, 3000] });
  });

  test('an older file doesn’t undo a cancellation', async () => {
    await book('SH-1', '10', 2000);
    const line = ['SH-1', '10', '$20.00', '($3.00)', '$17.00'] as const;
    await send(write([...line]));
    await send(write([...line, 'Cancelled']));
    await send(write([...line]));
    expect(await sums()).toEqual({ cancelled: [1, 1700] });
  });
});

describe('matching', () => {
  test('bookings of a month are counted and summed by what happened', async () => {
    const { body } = await send(await makeMonth());
    expect(body).toMatchObject({ lines: 6, added: 6, known: 0, refused: 0, matched: 5 });
    // 17.00 + 24.00 + 21.25 = 62.25
    expect(await sums()).toEqual({
      paid_came: [3, 6225],
      paid_no_show: [1, 1275],
      came_unpaid: [1, 1800],
      not_paid: [1, 2500],
      cancelled: [1, 0],
      unknown: [1, 3400],
      stayed_longer: [1, 2400],
      paid_more: [1, 300],
    });
    expect(await list('stayed_longer')).toMatchObject([{ reference: 'SH-2', late_minutes: 42 }]);
    expect(await list('paid_more')).toMatchObject([{ reference: 'SH-7', ours: 2200, gross: 2500 }]);
    expect(await list('unknown')).toMatchObject([
      { reference: 'SH-99', rental: null, property: { name: 'Main St Garage' } },
    ]);
  });

  test('the agreed rate of a property goes before that of the site, from its first day on', async () => {
    await send(await makeMonth());
    const agree = (rate: number, spot: number | null, start_date: string) =>
      at.call(
        setSiteRate,
        { body: { organization: organization.pk, source: 'spothero', spot, start_date, rate } },
        { token },
      );
    await agree(1500, null, '2026-01-01');
    // 6.00 was kept of 30.00; 15 % of that is 4.50.
    expect((await sums()).kept_more).toEqual([1, 150]);
    expect(await list('kept_more')).toMatchObject([
      { reference: 'SH-2', commission: 600, agreed: 450 },
    ]);
    // From June 8 on 10 %: SH-3 1.50, kept 2.25; SH-7 2.50, kept 3.75: 1.50 + 0.75 + 1.25 = 3.50.
    await agree(1000, main.pk, '2026-06-08');
    expect((await sums()).kept_more).toEqual([3, 350]);
    // Nor does a later rate of the site replace it.
    await agree(2500, null, '2026-06-09');
    expect((await sums()).kept_more).toEqual([3, 350]);
    const audit = await sql<{ subject_name: string; act: string }[]>`
      select subject_name, act from audit_entries
      where organization_id = ${organization.pk} and subject_type = 'booking site rate' order by pk`;
    expect(audit).toEqual([
      { act: 'add', subject_name: 'spothero 2026-01-01' },
      { act: 'add', subject_name: 'spothero Main St Garage 2026-06-08' },
      { act: 'add', subject_name: 'spothero 2026-06-09' },
    ]);
  });

  test('a property without visits in the month says nothing about who came', async () => {
    await book('SH-1', '03', 2000);
    await send(write(['SH-1', '03', '20', '3', '17']));
    expect(await sums()).toEqual({ paid_unseen: [1, 1700] });
  });

  test('without a reference that fits, the only booking with this property, start and amount is it', async () => {
    await book('ours-1', '03', 2000, { leaves: 0 });
    await book('ours-2', '04', 2000, { leaves: 0 });
    await book('ours-3', '04', 2000, { leaves: 0 });
    await send(write(['X1', '03', '20', '3', '17'], ['X2', '04', '20', '3', '17']));
    expect(await list('paid_came')).toMatchObject([{ reference: 'ours-1' }]);
    expect(await list('unknown')).toMatchObject([{ reference: 'X2' }]);
  });

  test('a booking of another site with the same reference isn’t it', async () => {
    await book('A-1', '03', 2000, { source: 'parkwhiz' });
    await send('Rental ID,Starts,Net\nA-1,06/03/2026,17.00');
    expect(await sums()).toEqual({ unknown: [1, 1700] });
  });

  test('a rental that arrives after its line is matched with the next file', async () => {
    await send(write(['SH-1', '03', '20', '3', '17']));
    await book('SH-1', '03', 2000, { leaves: 0 });
    await send(write(['SH-2', '04', '20', '3', '17']));
    expect(await sums()).toEqual({ paid_came: [1, 1700], unknown: [1, 1700] });
  });
});

describe('files', () => {
  test('a file twice adds nothing, and files that overlap add each booking once', async () => {
    const file = await makeMonth();
    await send(file);
    const before = await sums();
    expect((await send(file)).body).toMatchObject({ added: 0, known: 6 });
    expect(await sums()).toEqual(before);
    const { body } = await send(
      write(['SH-7', '28', '$25.00', '($3.75)', '$21.25'], ['SH-98', '28', '1', '0', '1']),
    );
    expect(body).toMatchObject({ added: 1, known: 1 });
  });

  test('a file that is taken back takes the bookings that no other file has', async () => {
    const first = write(['A-1', '02', '20', '3', '17'], ['A-2', '03', '20', '3', '17']);
    const second = write(['A-2', '03', '20', '3', '17'], ['A-3', '04', '20', '3', '17']);
    await send(first);
    await send(second);
    const remove = async () => {
      const [newest] = (await read()).files;
      const { body } = await at.call(
        removeRemittance,
        { params: { ...params(), file: String(newest?.pk) } },
        { token },
      );
      return body;
    };
    expect(await remove()).toEqual({ removed: 1 });
    expect(await sums()).toEqual({ unknown: [2, 3400] });
    expect(await remove()).toEqual({ removed: 2 });
    expect([await sums(), (await read()).files]).toEqual([{}, []]);
    const again = await at.call(
      removeRemittance,
      { params: { ...params(), file: '999999' } },
      { token },
    );
    expect(again.status).toBe(404);
  });

  test('a booking that the site paid and took back is cancelled', async () => {
    await book('P-1', '02', 2000);
    await send(write(['P-1', '02', '20', '3', '17'], ['P-1', '02', '-20', '3', '-17']));
    expect(await sums()).toEqual({ cancelled: [1, 0] });
  });

  test('a booking whose days lie in two files is missing from both', async () => {
    await book('H-1', '14', 2000, { until: '17' });
    const half = (from: string, to: string) =>
      write([`X-${from}`, from, '20', '3', '17'], [`X-${to}`, to, '20', '3', '17']);
    await send(half('01', '15'));
    expect(await sums()).toEqual({ unknown: [2, 3400] });
    await send(half('16', '30'));
    expect(await sums()).toEqual({ unknown: [4, 6800], not_paid: [1, 2000] });
  });

  test('a commission that only some lines show is compared with their price', async () => {
    await book('C-1', '02', 4000, { leaves: 0 });
    await send(write(['C-1', '02', '20', '2', '18'], ['C-1', '02', '20', '', '20']));
    const site = { organization: organization.pk, source: 'spothero', spot: null } as const;
    const body = { ...site, start_date: june, rate: 1000 };
    await at.call(setSiteRate, { body }, { token });
    expect(await sums()).toEqual({ paid_came: [1, 3800] });
  });

  test('a later file cancels a booking', async () => {
    await book('SH-1', '03', 2000);
    await makeVisit(sql, main, '2026-06-03T15:00:00Z');
    await send(write(['SH-1', '03', '20', '3', '17']));
    expect(await sums()).toMatchObject({ paid_no_show: [1, 1700] });
    await send(write(['SH-1', '03', '(20)', '3', '(17)', 'Cancelled']));
    expect(await sums()).toEqual({ cancelled: [1, 0] });
  });

  test('another currency is refused, and nothing is added', async () => {
    const { status, body } = await send(write(['SH-1', '03', '€20', '3', '17']));
    expect(status).toBe(400);
    expect(body).toMatchObject({ detail: remittanceMessages.currency('€') });
    expect((await read()).files).toEqual([]);
  });

  test('the columns that were chosen are taken for the site’s next file', async () => {
    const text = 'A,B,C\nSH-1,06/13/2026,17.00';
    const columns = 'reference,start,remitted' as never;
    expect((await send(text)).status).toBe(400);
    await send(text, { source: 'spothero', columns });
    const { body } = await at.call(
      previewRemittance,
      { params: params(), query: { source: 'spothero' }, body: Buffer.from(text) },
      { token },
    );
    expect(body).toMatchObject({ lines: 1, remitted: 1700, csv: { questions: [] } });
    expect((await send(text, { source: 'parkwhiz' })).status).toBe(400);
  });

  test('names, email addresses and plates aren’t kept', async () => {
    await send(
      'Rental ID,Driver,Email,Plate,Starts,Net\nSH-1,Ann Lee,ann@lee.example,ABC123,06/13/2026,17.00',
    );
    const [row] = await sql<{ all: string }[]>`
      select string_agg(l::text, ' ') as all from remittance_lines l where organization_id = ${organization.pk}`;
    expect(row?.all).toContain('SH-1');
    expect(row?.all).not.toMatch(/Ann|lee|ABC123/);
  });

  test('a rate of a property of others isn’t found', async () => {
    const other = await makeSpot(sql);
    const { status } = await at.call(
      setSiteRate,
      {
        body: {
          organization: organization.pk,
          source: 'spothero',
          spot: other.pk,
          start_date: june,
          rate: 1,
        },
      },
      { token },
    );
    expect(status).toBe(404);
  });
});

describe('what people get', () => {
  test('lists have pages, and each booking is on one of them', async () => {
    const lines = Array.from(
      { length: 120 },
      (_, index): Line => [`S${index}`, '03', '1', '0', '1'],
    );
    await send(write(...lines));
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { month: june, list: 'unknown' as const, ...(cursor && { cursor }) };
      const { body } = await at.call(listSiteBookings, { params: params(), query }, { token });
      seen.push(...body.results.map(({ reference }) => reference));
      cursor = body.next;
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
  });

  test('the CSV file has all bookings with their states, and the letter is a PDF', async () => {
    await send(await makeMonth());
    const query = {
      organization: String(organization.pk),
      month: june,
      source: 'spothero' as const,
    };
    const { response } = await at.call(downloadSiteBookings, { query }, { token });
    const text = response.body;
    expect(text).toContain('SH-4,Main St Garage,2026-06-10,"Came, not paid",,18.00');
    expect(text.trim().split('\r\n')).toHaveLength(9);
    const letter = await at.call(downloadSiteLetter, { query }, { token });
    expect(letter.status).toBe(200);
  });

  test('the month’s close names what wasn’t remitted, the same sum as in both lists', async () => {
    await send(await makeMonth());
    const { body } = await at.call(
      getMonthClose,
      { params: params(), query: { month: june } },
      { token },
    );
    const causes = body.links.flatMap(({ causes: found }) => found);
    // 18.00 + 25.00 = 43.00
    expect(causes.filter(({ cause }) => cause === 'not_remitted')).toMatchObject([
      {
        value: 4300,
        source: 'spothero',
        detail: '2 bookings at Main St Garage: SH-5 ($25.00), SH-4 ($18.00)',
        certainty: 'found',
      },
    ]);
  });
});

test('the month’s close names what a site paid short, twice, for another property, at another rate, and for unknown bookings', async () => {
  const beta = await makeSpot(sql, { organization, name: 'Beta Lot' });
  await book('SH-100129', '03', 1544, { leaves: 0 });
  await book('SH-100144', '04', 1481, { leaves: 0 });
  await book('SH-100168', '05', 2536, { leaves: 0, spot: beta });
  await book('SH-100170', '06', 1200, { leaves: 0 });
  await book('SH-100171', '07', 1415, { leaves: 0 });
  await book('SH-100172', '08', 1100, { leaves: 0 });
  const body = { organization: organization.pk, source: 'spothero' as const, spot: null };
  await at.call(
    setSiteRate,
    { body: { ...body, start_date: '2026-01-01', rate: 1500 } },
    { token },
  );
  const twice: Line = ['SH-100144', '04', '14.81', '2.22', '12.59'];
  await send(
    write(
      ['SH-100129', '03', '5.44', '0.82', '4.62'],
      twice,
      twice,
      ['SH-100168', '05', '25.36', '3.80', '21.56'],
      ['SH-100170', '06', '12.00', '1.86', '10.14'],
      ['SH-100171', '07', '14.15', '0.00', '0.00', 'Cancelled'],
      ['SH-100172', '08', '11.00', '1.60', '9.40'],
      ['SH-99', '09', '40.00', '6.00', '34.00'],
    ).replace('SH-99,Main St. Garage', 'SH-99,Nowhere'),
  );
  expect(await sums()).toMatchObject({
    came_unpaid: [1, 1415],
    paid_less: [1, 1000],
    paid_more: [1, 1481],
    // 1.86 instead of 1.80, and 1.60 instead of 1.65
    kept_more: [1, 6],
    kept_less: [1, 5],
    other_property: [1, 2536],
    unknown: [1, 3400],
  });
  const query = { month: june };
  const { links } = (await at.call(getMonthClose, { params: params(), query }, { token })).body;
  const charges = links.find(({ link }) => link === 'charges');
  const causes = charges?.causes.map(({ cause, value, detail }) => [cause, value, detail]);
  expect(causes).toEqual([
    // 92.76 booked, less what follows: 14.15 + 10.00 − 14.81 + 0.06 − 0.05 + 25.36 − 34.00 = 0.71
    ['booking_site', 9205, null],
    ['site_other_property', 2536, '1 booking at Beta Lot: SH-100168 ($25.36 for Main St Garage)'],
    ['not_remitted', 1415, '1 booking at Main St Garage: SH-100171 ($14.15)'],
    ['site_kept_less', -5, '1 booking at Main St Garage: SH-100172 ($0.05)'],
    ['site_kept_more', 6, '1 booking at Main St Garage: SH-100170 ($0.06)'],
    ['site_paid_less', 1000, '1 booking at Main St Garage: SH-100129 ($10.00)'],
    ['site_paid_more', -1481, '1 booking at Main St Garage: SH-100144 ($14.81)'],
    ['site_unknown', -3400, '1 booking: SH-99 ($34.00)'],
  ]);
  expect(charges).toMatchObject({ unexplained: 0, found: 9843, state: 'differs' });
  const spot = String(beta.pk);
  const atBeta = await at.call(
    getMonthClose,
    { params: params(), query: { month: june, spot } },
    { token },
  );
  expect(atBeta.body.links[2]?.causes.map(({ cause, value }) => [cause, value])).toEqual([
    ['site_other_property', 2536],
  ]);
});

test('thirty bookings are matched in as many statements as three, and their file has each once', async () => {
  const days = (index: number) => String((index % 28) + 1).padStart(2, '0');
  const count = async (bookings: number) => {
    organization = await makeOrganization(sql);
    main = await makeSpot(sql, { organization });
    token = (await signedInMember(at, organization, 'ADMIN')).token;
    const indexes = Array.from({ length: bookings }, (_, index) => index);
    for (const index of indexes) await book(`SH-${index}`, days(index), 2000);
    const lines = indexes.map((index): Line => [`SH-${index}`, days(index), '20', '3', '17']);
    statements.length = 0;
    expect((await send(write(...lines))).body).toMatchObject({
      added: bookings,
      matched: bookings,
    });
    const sent = statements.length;
    expect(await sums()).toEqual({ paid_unseen: [bookings, bookings * 1700] });
    return sent;
  };
  const three = await count(3);
  expect(await count(30)).toBe(three);
  const question = { month: june as LocalDate, source: 'spothero' as const, now: at.clock() };
  const scope = openScope(at.database, { organization: organization.pk });
  const file = await text(await bookingsFile(scope, question, 3).content());
  expect(new Set(file.match(/SH-\d+/g))).toHaveProperty('size', 30);
  expect(file.match(/SH-\d+/g)).toHaveLength(30);
});
