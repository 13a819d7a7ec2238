import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { cents, dollarsText, zeroCents } from '@lotkeeper/contract/kernel/money';
import {
  downloadIncomeStatementPdf,
  getIncomeStatement,
} from '@lotkeeper/contract/money/income-statement';
import { toBreakdown, toUpliftGroups } from '@lotkeeper/contract/money/statement-groups';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { movement, record, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { testApp } from '../../../testing/test-app.ts';
import type { PrintedStatement } from './statement-pdf.ts';
import { drawStatement } from './statement-pdf.ts';

const now = '2026-07-01T12:00:00Z';
const day = (text: string) => text as LocalDate;
const june = { start_date: day('2026-06-01'), end_date: day('2026-06-30') };

const reader = await PDFiumLibrary.init();
afterAll(() => reader.destroy());

/** Opens a statement like a PDF viewer: reads the text of its pages, and where the first page has ink. */
async function open(file: Buffer) {
  const document = await reader.loadDocument(file);
  const pages = [...document.pages()];
  const texts = pages.map((page) => page.getText().replace(/[^\S\n]+/g, ' '));
  const { originalWidth, originalHeight } = pages[0]?.getOriginalSize() ?? {};
  const rendered = await pages[0]?.render({ scale: 1, render: 'bitmap' });
  document.destroy();
  return { texts, text: texts.join('\n'), size: [originalWidth, originalHeight], rendered };
}

/** Points of white space left and right of everything on a page. */
function sideMargins({ data, width, height }: { data: Uint8Array; width: number; height: number }) {
  let [left, right] = [width, 0];
  for (let index = 0; index < width * height; index += 1) {
    if ((data[index * 4] ?? 255) > 200) continue;
    left = Math.min(left, index % width);
    right = Math.max(right, index % width);
  }
  return [left, width - right];
}

let at: TestApp;
let organization: { pk: number; uuid: string };
let spots: TestSpot[];
let admin: string;

beforeAll(async () => {
  at = await testApp({ now });
  const sql = at.database.system;
  organization = await makeOrganization(sql, { name: 'Żółw & Пар Ωμέγα', commission_rate: 1000 });
  const zones = { Łódź: 'Pacific/Honolulu', Rooftop: 'America/New_York' };
  spots = await Promise.all(
    Object.entries(zones).map(([name, timezone]) =>
      makeSpot(sql, { organization, name, timezone }),
    ),
  );
  admin = (await signedInMember(at, organization, 'ADMIN')).token;
  const noon = '2026-06-15T22:00:00Z';
  const movements = [
    movement(noon, 1080, { tax: cents(80), processing_fee: cents(31) }),
    movement(noon, 500, { kind: 'refund', tax: cents(37) }),
  ];
  const [first, second] = spots as [TestSpot, TestSpot];
  await record(sql, first, [rental(first, noon, 1080, { movements: [movements[0]!] })]);
  await record(sql, second, [
    rental(second, noon, 7000, { rental_type: 'enterprise' }),
    rental(second, noon, 123_450, { rental_type: 'monthly' }),
  ]);
});

const fetchPdf = (place: { organization?: string; spot?: string }, token = admin) =>
  at.call(downloadIncomeStatementPdf, { query: { ...place, ...june } }, { token });

test('a statement’s lines and amounts equal those of the API to the cent, in the order of the page', async () => {
  const { response } = await fetchPdf({ organization: organization.uuid });
  expect(response.headers['content-type']).toBe('application/pdf');
  expect(response.headers['content-disposition']).toContain(
    `${encodeURIComponent('income-statement żółw-пар-ωμέγα 2026-06-01 2026-06-30')}.pdf`,
  );
  const { texts, text, size } = await open(response.rawPayload);
  expect([texts.length, size]).toEqual([1, [612, 792]]);
  const query = { organization: organization.uuid, ...june };
  const { body } = await at.call(getIncomeStatement, { query }, { token: admin });
  const { income_statement, revenue_uplift } = body.organization;
  const groups = [
    ...toBreakdown(income_statement, body.commission_bases),
    ...toUpliftGroups(revenue_uplift),
  ];
  const lines = groups.flatMap((group) => [...group.lines, ...(group.total ? [group.total] : [])]);
  const printed = text.split('\n').map((line) => line.trim());
  const amounts = printed.filter((line) => /^-?\$/.test(line) || / -?\$[\d,.]+$/.test(line));
  expect(amounts.join(' ').replace(/\s+/g, ' ')).toBe(
    lines.map(({ label, amount }) => `${label} ${dollarsText(amount)}`).join(' '),
  );
  expect(income_statement.revenue).toBe(1080 + 7000 + 123_450);
  expect(text).toContain('The commission is a share of adjusted revenue.');
});

test('a statement names the organization in its own script, the days, the time zones, and when it was created', async () => {
  const { response } = await fetchPdf({ organization: organization.uuid });
  const { text } = await open(response.rawPayload);
  for (const words of [
    'Żółw & Пар Ωμέγα',
    'Income Statement',
    'All properties',
    'June 1 – 30, 2026',
    'They may overlap and aren’t added to it.',
    'The properties are in 2 time zones.',
    'Created on July 1, 2026 at 12:00 PM (Coordinated Universal Time)',
    'Page 1 of 1',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain('still change');
});

test('the statement of one property has its name and its time zone, and only its money', async () => {
  const { response } = await fetchPdf({ spot: spots[0]?.uuid ?? '' });
  const { text } = await open(response.rawPayload);
  expect(text).toContain('Żółw & Пар Ωμέγα');
  expect(text).toContain('Łódź');
  expect(text).toContain('July 1, 2026 at 2:00 AM (Hawaii-Aleutian Standard Time)');
  expect(text).toContain('$10.80');
  expect(text).not.toContain('Monthlies');
  expect(text).not.toContain('time zones');
});

test('the 61st statement of a member within an hour is refused', async () => {
  const { token, pk } = await signedInMember(at, organization, 'ADMIN');
  const place = { spot: spots[0]?.uuid ?? '' };
  expect((await fetchPdf(place, token)).status).toBe(200);
  // As if 58 more had followed.
  await at.database.system`
      update limits set hits = hits + 58 where subject = ${`statements ${pk}`}`;
  expect((await fetchPdf(place, token)).status).toBe(200);
  const { status, error } = await fetchPdf(place, token);
  expect([status, error.code]).toEqual([429, 'too_many_requests']);
});

const zeros = {
  revenue: zeroCents,
  revenue_monthly: zeroCents,
  revenue_transient: zeroCents,
  revenue_enterprise: zeroCents,
  refunds: zeroCents,
  tax_amount: zeroCents,
  client_payment_processing_fee: zeroCents,
  contribution_amount_exclude_tax: zeroCents,
  net_income: zeroCents,
  net_income_monthly: zeroCents,
  net_income_transient: zeroCents,
  net_income_enterprise: zeroCents,
};
const noUplift = {
  enforcement_revenue: zeroCents,
  marketing_revenue: zeroCents,
  dynamic_pricing_revenue: zeroCents,
  enterprise_revenue: zeroCents,
};
const plain: PrintedStatement = {
  organization: 'Coast & Co',
  property: 'Rooftop',
  range: june,
  statement: { income_statement: zeros, revenue_uplift: noUplift },
  commissionPeriods: [{ base: 'adjusted', from: null }],
  timezones: ['America/Phoenix'],
  createdAt: fromIso(now),
};
const fill = <T extends object>(amounts: T, amount: number): T =>
  Object.fromEntries(Object.keys(amounts).map((key) => [key, cents(amount)])) as T;

/** Draws a plain statement with some values replaced, and reads it back. */
const draw = async (overrides: Partial<PrintedStatement> = {}) =>
  open(await drawStatement({ ...plain, ...overrides }));

test('a statement without money has zeros, and the same input produces the same file', async () => {
  const file = await drawStatement(plain);
  expect((await open(file)).text).toMatch(/Net revenue\s+\$0\.00/);
  expect(file).toEqual(await drawStatement(plain));
});

test('a name in a script that the font lacks is replaced with its description and a note, and never with boxes', async () => {
  const { text } = await draw({
    organization: 'Zoë’s 駐車場 🚗 👨‍👩‍👧',
    property: 'חניה\u0007\n№ 5',
  });
  expect(text).toContain('Zoë’s [Chinese text] [emoji]');
  expect(text).toContain('[Hebrew text] № 5');
  expect(text).toContain(
    'Words in brackets stand for characters that this document can’t print. Lotkeeper shows them.',
  );
  expect((await draw()).text).not.toContain('brackets');
});

test.each([
  ['王伟', '[Chinese text]'],
  ['駐車場パーキング', '[Japanese text]'],
  ['김민준', '[Korean text]'],
  ['محمد علي', '[Arabic text]'],
  ['דוד כהן', '[Hebrew text]'],
  ['ข้อมูล', '[Thai text]'],
  ['मोहन', '[Devanagari text]'],
  ['ខ្មែរ', '[other text]'],
  ['😀 🇺🇸', '[emoji]'],
  ['a 𝄞 b', 'a [symbol] b'],
  ['Ольга Ωμέγα Nguyễn Łódź', 'Ольга Ωμέγα Nguyễn Łódź'],
  ['Zoe\u0308 (王伟) [emoji]', 'Zoë ([Chinese text]) [emoji]'],
])('on a statement, the property %s is printed as %s', async (property, printed) => {
  const { text } = await draw({ property });
  expect(text).toContain(printed);
  expect(text).not.toMatch(/[□\ufffd\0]/);
});

test('long names wrap within the margins, and huge amounts stay whole on a second page', async () => {
  const { texts, text, rendered } = await draw({
    organization: 'The Consolidated Parking Company of Greater Honolulu '.repeat(8),
    property: 'W'.repeat(200),
    statement: {
      income_statement: fill(zeros, -12_345_678_900),
      revenue_uplift: fill(noUplift, 12_345_678_900),
    },
  });
  expect(texts).toHaveLength(2);
  expect(text.match(/-\$123,456,789\.00/g)).toHaveLength(8);
  expect(texts[1]).toContain('Page 2 of 2');
  for (const margin of sideMargins(rendered!)) expect(margin).toBeGreaterThanOrEqual(52);
});

test('a statement with every line and note and a three-line name stays on one page', async () => {
  const { texts, text } = await draw({
    organization:
      'The Consolidated Parking Company of Greater Honolulu and the Neighbor Islands, a Hawaii Corporation, and Its Subsidiaries',
    property: null,
    range: { ...june, end_date: day('2026-07-31') },
    statement: {
      income_statement: fill(zeros, 12_345),
      revenue_uplift: fill(noUplift, 12_345),
    },
    timezones: ['America/New_York', 'Pacific/Honolulu'],
  });
  expect(texts).toHaveLength(1);
  expect(text.match(/\$123\.45/g)).toHaveLength(16);
  expect(text).toContain('the amounts may still change');
});

test('a statement says that its amounts may change, but only until the last day is over at every property', async () => {
  // June 30 ends at 4:00 UTC in New York and at 10:00 UTC in Honolulu.
  const isOpen = async (createdAt: Instant, zones: string[]) =>
    (await draw({ createdAt, timezones: zones })).text.includes('the amounts may still change');
  const zones = ['America/New_York', 'Pacific/Honolulu'];
  expect(await isOpen(fromIso('2026-07-01T09:59:00Z'), zones)).toBe(true);
  expect(await isOpen(fromIso('2026-07-01T10:00:00Z'), zones)).toBe(false);
  expect(await isOpen(fromIso('2026-07-01T09:59:00Z'), ['America/New_York'])).toBe(false);
});

test('a statement is tagged for screen readers, with its title, author, and language', async () => {
  const bytes = (await drawStatement(plain)).toString('latin1');
  for (const entry of ['/Marked true', '/DisplayDocTitle true', '/Lang (en-US)', '/Scope /Row']) {
    expect(bytes).toContain(entry);
  }
  expect(bytes).toContain('/S /H1');
  expect(bytes).toContain('(Coast & Co)');
});
