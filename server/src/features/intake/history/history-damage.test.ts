import { historyMessages } from '@lotkeeper/contract/intake/history';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { listDisagreements } from '../../../records/money/ledger.ts';
import { makeClosing } from '../../../testing/close.factory.ts';
import { historySender } from '../../../testing/history.factory.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeWorkbook } from '../../../testing/workbook.factory.ts';

let organization: { pk: number };
let spot: TestSpot;
let sender: ReturnType<typeof historySender>;

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;

beforeEach(async () => {
  organization = await makeOrganization(sql);
  spot = await makeSpot(sql, { organization, timezone: 'America/Chicago' });
  const admin = await signedInMember(at, organization, 'ADMIN');
  // Three rows are a transaction, and a piece of the file ends in the middle of a row.
  sender = historySender(at, organization, admin.token, { rowsAtOnce: 3, pieceBytes: 100 });
});

const readSums = async () => {
  const [row] = await sql<{ gross: number; tax: number; rentals: number }[]>`
    select coalesce(sum(gross), 0)::bigint as gross, coalesce(sum(tax), 0)::bigint as tax,
      coalesce(sum(rentals), 0)::bigint as rentals
    from revenue_months where organization_id = ${organization.pk}`;
  return row;
};

const listPaid = async () => {
  const rows = await sql<{ at: string }[]>`
    select to_char(occurred_at at time zone 'UTC', 'HH24:MI') as at from ledger_entries
    where organization_id = ${organization.pk} order by occurred_at`;
  return rows.map(({ at: time }) => time);
};

test('a time that the clock skips is refused, and one that it shows twice is the first, or the second as an end', async () => {
  const done = await sender.finish(
    `Entry,Exit,Amount
2026-03-08 02:30,2026-03-08 04:00,5.00
2026-03-08 01:59,2026-03-08 03:00,5.00
2025-11-02 01:30,2025-11-02 01:10,5.00
2025-11-02 01:45,2025-11-02 03:00,5.00
`,
  );
  expect(done).toMatchObject({ recorded: 3, refused: 1 });
  expect(done.problems).toEqual([
    { line: 2, reason: `starts_at: ${historyMessages.skippedHour('2026-03-08 02:30')}` },
  ]);
  // 1:30 and 1:45 of summer time are 6:30 and 6:45 of UTC; 1:59 of winter time is 7:59.
  expect(await listPaid()).toEqual(['06:30', '06:45', '07:59']);
  const stays = await sql`
    select extract(epoch from end_date - start_date)::int / 60 as minutes from rentals
    where organization_id = ${organization.pk} order by start_date`;
  // From 1:30 to the second 1:10: 40 minutes. From 1:45 to 3:00 of winter time: 135. From 1:59 to 3:00: one.
  expect(stays).toEqual([{ minutes: 40 }, { minutes: 135 }, { minutes: 1 }]);
});

test('times are those of the zone that was chosen, that they name, or that the column has', async () => {
  await sender.finish('Paid at,Amount\n2026-01-05 10:00,1.00\n', { zone: 'America/New_York' });
  await sender.finish(
    'Paid at,Amount\n2026-01-05 10:00 PST,1.00\n2026-01-05T10:00:00+01:00,2.00\n',
  );
  await sender.finish('Created (UTC),ID,Amount,Currency\n2026-01-05 10:00,ch_1,1.00,usd\n');
  expect(await listPaid()).toEqual(['09:00', '10:00', '15:00', '18:00']);
});

test('a zone that is none, or a cell that is too long for anything, is refused with its row', async () => {
  const long = `2026-01-05${' '.repeat(500)}10:00`;
  const { body } = await sender.preview(
    `Paid at,Amount,Time zone
2026-01-05 10:00,1.00,constructor
${long},1.00,Eastern Time
2026-01-05 10:00,1.00,Eastern Time (US & Canada)
`,
    { fields: ['paid_at', 'amount', 'zone'], zone: 'UTC' },
  );
  expect(body).toMatchObject({ good: 1, refused: 2 });
  expect(body.problems).toEqual([
    { line: 2, reason: `zone: ${historyMessages.zone('constructor')}` },
    { line: 3, reason: `paid_at: ${historyMessages.longCell}` },
  ]);
});

test('a file with another currency is refused in words', async () => {
  const mixed = 'Paid at,Amount,Currency\n2026-01-05,1.00,USD\n2026-01-06,1.00,cad\n';
  expect((await sender.preview(mixed)).error.detail).toBe(historyMessages.currency('CAD', 3));
  const signed = 'Paid at,Amount\n2026-01-05,$1.00\n2026-01-06,€1.00\n';
  expect((await sender.start(signed)).error.detail).toBe(historyMessages.currency('€', 3));
});

test('what can’t be known is asked: the order of dates, and whether whole numbers are cents', async () => {
  const unclear = 'Paid at,Amount\n04/05/2026,1250\n';
  expect((await sender.preview(unclear)).body).toMatchObject({
    needs_date_order: true,
    needs_money_form: true,
    questions: [historyMessages.dateOrder, historyMessages.moneyForm],
  });
  expect((await sender.start(unclear)).status).toBe(400);
  await sender.finish(unclear, { date_order: 'dmy', money_form: 'cents' });
  expect(await readSums()).toEqual({ gross: 1250, tax: 0, rentals: 1 });
  const european = 'Paid at;Amount\n2026-04-05 10:00;"1.234,50"\n2026-04-06 10:00;3,5\n';
  expect((await sender.preview(european)).body).toMatchObject({
    money_form: 'comma',
    questions: [],
  });
  await sender.finish(european);
  expect(await readSums()).toEqual({ gross: 1250 + 123_450 + 350, tax: 0, rentals: 3 });
});

test('names in the file are matched with properties, and rows of others are refused', async () => {
  await sql`update spots set name = 'Main St. Garage' where pk = ${spot.pk}`;
  const other = await makeSpot(sql, { organization });
  const file =
    'Location,Paid at,Amount\nMAIN ST GARAGE,2026-01-05,1.00\nOld Lot,2026-01-05,2.00\nGone,2026-01-05,4.00\n,2026-01-05,8.00\n';
  const { body } = await sender.preview(file);
  expect(body.spots).toEqual([
    { name: 'MAIN ST GARAGE', spot: spot.pk },
    { name: 'Old Lot', spot: null },
    { name: 'Gone', spot: null },
  ]);
  const spots = [{ name: 'Old Lot', spot: other.pk }];
  expect(await sender.finish(file, { spots })).toMatchObject({
    recorded: 2,
    refused: 2,
    gross: 300,
  });
  const foreign = await makeSpot(sql);
  expect(
    (await sender.start('Paid at,Amount\n2026-01-05,1.00\n', { spot: foreign.pk })).status,
  ).toBe(400);
});

test('rows of a closed month are refused', async () => {
  await makeClosing(sql, { pk: organization.pk, uuid: '' });
  await sql`update month_closings set month = '2026-02-01' where organization_id = ${organization.pk}`;
  const file =
    'Paid at,Amount\n2026-01-31 23:59,1.00\n2026-02-01 00:00,2.00\n2026-03-01 00:00,4.00\n';
  const done = await sender.finish(file);
  expect(done).toMatchObject({ recorded: 2, refused: 1, gross: 500 });
  expect(done.problems).toEqual([{ line: 3, reason: historyMessages.closed('2026-02') }]);
});

function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

const year = Array.from({ length: 40 }, (_, index) => {
  const day = String((index % 28) + 1).padStart(2, '0');
  const month = String((index % 12) + 1).padStart(2, '0');
  const amount = (index * 37) % 5000;
  return {
    line: `T-${index},2025-${month}-${day} ${String(index % 24).padStart(2, '0')}:15,${(amount / 100).toFixed(2)}`,
    amount,
  };
});

test('an import that is killed at any point continues, and nothing is there twice', async () => {
  const { body } = await sender.start(
    `ID,Paid at,Amount\n${year.map(({ line }) => line).join('\n')}\n`,
  );
  // Each job finds its time over after its first rows.
  let time = at.clock() as number;
  const late = () => {
    time += 2000;
    return time as ReturnType<typeof at.clock>;
  };
  await sender.work(1, late);
  const halfway = (await sender.list()).find(({ pk }) => pk === body.pk);
  expect(halfway?.state).toBe('running');
  expect(halfway?.recorded).toBeGreaterThan(0);
  expect(halfway?.recorded).toBeLessThan(40);
  // Another process continues, which has read none of the rows.
  await sender.work();
  expect((await sender.list())[0]).toMatchObject({
    state: 'done',
    recorded: 40,
    unchanged: 0,
    refused: 0,
  });
  const sum = year.reduce((total, { amount }) => total + amount, 0);
  expect(await readSums()).toEqual({ gross: sum, tax: 0, rentals: 40 });
});

const damages: ((line: string) => string)[] = [
  (line) => line.replace(/,2025-\d\d/, ',2025-13'),
  (line) => line.replace(/[\d.]+$/, 'n/a'),
  (line) => line.replace(/,2025.*/, ',,'),
  (line) => `${line},surplus`,
  (line) => line.replace('T-', '"T-'),
];

test('a file with broken rows is imported without them, each refused with its reason', async () => {
  const lines = year.map(({ line }, index) =>
    index % 8 === 0 ? (damages[(index / 8) % damages.length]?.(line) ?? line) : line,
  );
  const done = await sender.finish(`ID,Paid at,Amount\n${lines.join('\n')}\n`);
  expect(done.recorded + done.unchanged + done.refused).toBe(40);
  expect(done.refused).toBe(Math.ceil(40 / 8));
  const rows = await sql<
    { reason: string }[]
  >`select reason from refused_history_rows where import_pk = ${done.pk}`;
  expect(rows).toHaveLength(done.refused);
  expect(rows.every(({ reason }) => reason.length > 10)).toBe(true);
  const sum = year.reduce((total, { amount }, index) => total + (index % 8 === 0 ? 0 : amount), 0);
  expect(await readSums()).toEqual({ gross: sum, tax: 0, rentals: done.recorded });
});

const written = {
  point: (amount: number) =>
    `$${(amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
  comma: (amount: number) => (amount / 100).toLocaleString('de-DE', { minimumFractionDigits: 2 }),
  cents: (amount: number) => String(amount),
};

test('whatever the quoting, the separator and the form of amounts, the sums are those of the rows', async () => {
  const row = fc.record({
    day: fc.integer({ min: 1, max: 28 }),
    month: fc.integer({ min: 1, max: 12 }),
    hour: fc.integer({ min: 4, max: 23 }),
    amount: fc.integer({ min: 0, max: 9_999_999 }),
    share: fc.integer({ min: 0, max: 100 }),
    note: fc.string({ maxLength: 12 }).filter((text) => !/[\r\n]/.test(text)),
  });
  const file = fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 40 }),
    form: fc.constantFrom('point' as const, 'comma' as const, 'cents' as const),
    delimiter: fc.constantFrom(',' as const, ';' as const, '\t' as const, '|' as const),
    lineEnd: fc.constantFrom('\n', '\r\n'),
  });
  await fc.assert(
    fc.asyncProperty(file, async ({ rows, form, delimiter, lineEnd }) => {
      organization = await makeOrganization(sql);
      await makeSpot(sql, { organization, timezone: 'America/Chicago' });
      sender = historySender(
        at,
        organization,
        (await signedInMember(at, organization, 'ADMIN')).token,
      );
      const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
      const pad = (value: number) => String(value).padStart(2, '0');
      const lines = rows.map(({ day, month, hour, amount, share, note }) =>
        [
          note,
          `2025-${pad(month)}-${pad(day)} ${pad(hour)}:00`,
          written[form](amount),
          written[form](Math.floor((amount * share) / 100)),
        ]
          .map(quote)
          .join(delimiter),
      );
      const text = [['Note', 'Paid at', 'Amount', 'Tax'].join(delimiter), ...lines, ''].join(
        lineEnd,
      );
      const done = await sender.finish(text, { money_form: form, delimiter });
      expect(done.recorded + done.unchanged + done.refused).toBe(rows.length);
      expect(await readSums()).toEqual({
        gross: rows.reduce((total, { amount }) => total + amount, 0),
        tax: rows.reduce(
          (total, { amount, share }) => total + Math.floor((amount * share) / 100),
          0,
        ),
        rentals: rows.length,
      });
    }),
    { numRuns: 25 },
  );
  expect(await listDisagreements(sql)).toEqual([]);
});

test('a year of another system’s export gives the sums of its own monthly report', async () => {
  const report = Array.from({ length: 12 }, (_, month) => ({
    month: `2025-${String(month + 1).padStart(2, '0')}-01`,
    rows: 0,
    amount: 0,
    tax: 0,
    refunds: 0,
  }));
  const lines = Array.from({ length: 168 }, (_, index) => {
    const month = report[index % 12] as (typeof report)[number];
    const day = String((index % 28) + 1).padStart(2, '0');
    // The last minute of a month is still that month, in the time of the property.
    const time = index % 28 === 27 ? '11:59 PM' : '12:05 AM';
    const [amount, tax] = [500 + index, 40];
    const refund = index % 10 === 0 ? 100 : 0;
    month.rows += 1;
    month.amount += amount;
    month.refunds += refund;
    // 40 cents of tax on the whole: the share of one dollar, halves to the even cent.
    month.tax += tax - roundHalfEven((tax * refund) / amount);
    const cells = [`Y-${index}`, `${month.month.slice(5, 7)}/${day}/2025 ${time}`];
    return [...cells, `$${(amount / 100).toFixed(2)}`, '$0.40', (refund / 100).toFixed(2)].join(
      ',',
    );
  });
  const file = `Transaction ID,Date,Total,Tax,Refunds\n${lines.join('\n')}\n`;
  const { body } = await sender.preview(file);
  expect(body.months).toEqual(report.map((month) => ({ ...month, fees: 0 })));
  expect(await sender.finish(file)).toMatchObject({ recorded: 168, unchanged: 0, refused: 0 });
  const months = await sql`
    select local_date as month, sum(rentals)::int as rows, sum(gross)::bigint as amount, sum(tax)::bigint as tax,
      sum(refunds)::bigint as refunds
    from revenue_months where organization_id = ${organization.pk} group by 1 order by 1`;
  expect(months).toEqual(report);
});

test('a workbook is read like its CSV, and what Excel computed to fractions of cents is the cent', async () => {
  const book = await makeWorkbook({
    Sales: [
      ['Ticket', 'Paid at', 'Amount', 'Tax'],
      // 46,023 is January 1, 2026; .4375 is 10:30.
      ['X-1', { value: 46_023.4375, style: 1 }, 10.8, 0.8],
      ['X-2', { value: 46_024, style: 1 }, 10.900000000000002, 0],
      ['X-3', { value: 46_025, style: 1 }, 10.905, 0],
    ],
  });
  const done = await sender.finish(book);
  expect(done).toMatchObject({ recorded: 2, refused: 1, gross: 2170 });
  expect(done.problems).toEqual([
    { line: 4, reason: `amount: ${historyMessages.amount('10.905')}` },
  ]);
  expect(await listPaid()).toEqual(['16:30', '06:00']);
  expect(
    await sender.finish('Ticket,Paid at,Amount,Tax\nX-1,2026-01-01 10:30,10.80,0.80\n'),
  ).toMatchObject({ unchanged: 1 });
});
