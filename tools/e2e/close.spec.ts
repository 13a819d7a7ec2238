import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import { formatDate, formatDateShort } from '@lotkeeper/contract/kernel/format';
import { verifyPacket } from '@lotkeeper/evidence/verify-packet';
import type { Page } from '@playwright/test';
import { clearAway } from '../../server/src/testing/at-end.ts';
import {
  choose,
  downloadBy,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  panel,
  test,
} from './testing/app.ts';
import { findLastToday } from './testing/clock.ts';
import { startApp } from './testing/start-server.ts';

test.describe.configure({ mode: 'serial' });

/** How many months are closed; `CLOSED_MONTHS=12` closes a year. */
const closedMonths = Number(process.env.CLOSED_MONTHS ?? 3);

let origin = '';
let token = '';

test.beforeAll(async () => {
  // The whole months, the one before them, and the one that payouts of the last one are in.
  const { printed } = await startApp({ DEMO_DAYS: String(31 * (closedMonths + 2)) });
  const [, link = ''] = /Admin of Cactus & Coast Parking\n\s+(\S+)/.exec(printed) ?? [];
  origin = new URL(link).origin;
  const ticket = new URL(link).pathname.split('/').at(-1);
  const { token: found } = await call<{ token: string }>('/api/auth/ticket/', { ticket });
  token = found;
});
test.afterAll(clearAway);
test.beforeEach(({ page }) =>
  page.context().addCookies([{ name: 'auth', value: token, url: origin }]),
);

/** Calls the API of this test's own server. */
async function call<T>(
  path: string,
  body?: object,
  { method = body ? 'POST' : 'GET', key = token } = {},
): Promise<T> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(key && { authorization: `Token ${key}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

interface Payout {
  local_date: LocalDate;
  amount: number;
  statement_descriptor: string;
}

/** All payouts, newest first. */
async function listPayouts(): Promise<Payout[]> {
  const pages = await Promise.all(
    [1, 2].map((page) =>
      call<{ results: Payout[] }>(`/api/transactions/payouts/1?page=${page}`).catch(() => ({
        results: [],
      })),
    ),
  );
  return pages.flatMap(({ results }) => results);
}

/** A month is over once it is over at all properties. */
const lastMonth = () => addMonths(startOfMonth(findLastToday()), -1);

const toLine = ({ local_date, amount, statement_descriptor }: Payout, days = 1) =>
  `${addDays(local_date, days)},${statement_descriptor},${(amount / 100).toFixed(2)}`;

const open = async (page: Page, month: LocalDate, more = '') => {
  await page.goto(`${origin}/organization/1/close?month=${month.slice(0, 7)}${more}`);
  await expect(panel(page, 'Properties')).toBeVisible();
};

/** Signs what isn't signed, those that tie together, and the others each with a reason. */
async function signAll(page: Page) {
  const save = async (reason: string) => {
    await page.getByLabel('Reason').fill(reason);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await page.getByRole('button', { name: 'Sign all that add up' }).click();
  await save('Compared with the statements');
  const others = page.getByRole('button', { name: /^Sign .*→/ });
  while ((await others.count()) > 0) {
    await others.first().click();
    await save('Known, and written off');
  }
}

async function closeMonth(page: Page) {
  await page.getByRole('button', { name: 'Close month' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close month' }).click();
  await expect(panel(page, 'Closed')).toContainText('Its sums and signatures are frozen.');
}

/** The only month with errors. */
const badMonth = () => addMonths(lastMonth(), -1);
const middle = () => addDays(badMonth(), 14);

interface Spot {
  pk: number;
  name: string;
}

/** From the middle of the month on, the city takes one percent more for a property than its charges have. */
async function changeTax({ pk }: Spot) {
  const rate = { authority: 'City of Phoenix', level: 'city', spots: [pk] };
  const rental_groups = ['transient', 'monthly', 'enterprise'];
  for (const [starts_on, thousandths] of [
    ['2020-01-01', 8250],
    [middle(), 9250],
    [addMonths(badMonth(), 1), 8250],
  ] as const) {
    const body = { ...rate, rental_groups, starts_on, rate: thousandths };
    await call('/api/taxes/1/rates/', body, { method: 'PUT' });
  }
}

/** From the middle of the month on, another system sends paid violations with a fee of 9 %. */
async function changeFee({ pk }: Spot) {
  const named = { name: 'For payments', grants: ['payments'] };
  const { key } = await call<{ key: string }>('/api/organizations/1/api_keys/', named);
  const items = [0, 1, 2].map((days) => ({
    source: 'gate',
    external_id: `dear-${days}`,
    kind: 'penalty',
    rental: null,
    spot: pk,
    rental_type: 'hourly',
    occurred_at: `${addDays(middle(), days)}T18:00:00Z`,
    amount: 100_000,
    tax: 0,
    processing_fee: 9000,
  }));
  await call('/api/ingest/payments/', { items }, { key });
}

/** The bank's file: without the payout for the bad month, and with the one before twice. */
function writeBankFile(payouts: readonly Payout[]): string {
  const paidIn = addMonths(badMonth(), 1).slice(0, 7);
  const missing = payouts.find(({ local_date }) => local_date.startsWith(paidIn));
  const before = payouts.find(({ local_date }) => local_date.startsWith(badMonth().slice(0, 7)));
  if (!missing || !before) throw new Error('The demo has no payouts.');
  const lines = payouts.filter((payout) => payout !== missing).map((payout) => toLine(payout));
  const others = payouts.map(({ local_date }) => `${addDays(local_date, 2)},RENT,-10.00`);
  const again = toLine({ ...before, local_date: addDays(missing.local_date, 12) });
  return [
    'Date,Description,Amount',
    ...lines,
    again,
    ...others,
    `${findLastToday()},POWER,-20.00`,
  ].join('\n');
}

test('one person closes several months, one of them with errors that are all found with their cause', async ({
  page,
}) => {
  const spots = await call<Spot[]>('/api/spots?organization=1&includeThirdParty=true');
  const spot = spots.find(({ name }) => name === 'Fifth Avenue Rooftop');
  if (!spot) throw new Error('The demo has no such property.');
  await changeTax(spot);
  await changeFee(spot);
  await test.step('the bank file is added', async () => {
    const file = writeBankFile(await listPayouts());
    await page.goto(`${origin}/organization/1/payouts/bank`);
    await page.getByRole('button', { name: 'Add bank file' }).first().click();
    await page
      .getByLabel('Bank file', { exact: true })
      .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByRole('button', { name: 'Add transactions' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('a site’s remittance file of a day lacks what it sold for that day', async () => {
    const [year, number] = middle().split('-');
    const file = `Rental ID,Starts,Price,Fee,Net\nOTHER-1,${number}/15/${year},20.00,3.00,17.00\n`;
    await page.goto(`${origin}/organization/1/booking-sites`);
    await page.getByRole('button', { name: 'Add remittance file' }).first().click();
    await page
      .getByLabel('Remittance file', { exact: true })
      .setInputFiles({ name: 'sites.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByRole('button', { name: 'Add bookings' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('the errors are found, each where it happened, and each opens', async () => {
    await open(page, badMonth());
    const bank = page.getByRole('table', { name: 'Payouts → bank' });
    await expect(bank).toContainText('Payouts that the bank doesn’t have');
    await expect(bank).toContainText('Deposits without a payout');
    const charges = page.getByRole('table', { name: 'Charges → processor' });
    await expect(charges).toContainText('Booked, and not remitted by the site: SpotHero');
    const payouts = page.getByRole('table', { name: 'Processor → payouts' });
    const fee = payouts.getByRole('row', { name: /^Processing fees other than agreed/ });
    await expect(fee).toContainText(
      `${spot.name}: more than agreed from ${formatDate(middle())} on`,
    );
    const tax = payouts.getByRole('row', { name: /^Taxes other than the rates in force/ }).first();
    await expect(tax).toContainText(`taxed at 8.25`);
    await expect(tax).toContainText(
      `instead of 9.25 % on ${formatDateShort(badMonth()).slice(0, 3)}`,
    );
    await tax.getByRole('link').click();
    await expect(page).toHaveTitle('Taxes · Lotkeeper');
    await expect(page.getByRole('table', { name: 'City of Phoenix' })).toContainText('9.25 %');
  });

  for (let back = closedMonths - 1; back >= 0; back -= 1) {
    const month = addMonths(lastMonth(), -back);
    await open(page, month);
    await signAll(page);
    await closeMonth(page);
  }

  await test.step('the packet is what was closed, and can be verified', async () => {
    const { name, content } = await downloadBy(
      page.getByRole('button', { name: 'Download packet' }),
    );
    expect(name).toBe(`close-${lastMonth().slice(0, 7)}.zip`);
    // Its audit entries are sealed with the day.
    expect((await verifyPacket(content)).verdict).toBe('proved in part');
  });
  await expectAccessibleAtBothWidths(page);
});

/** Creates a link for an auditor on the page Close; returns its URL. */
async function createLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'New auditor link' }).click();
  await page.getByRole('textbox', { name: 'Auditor' }).fill('Jordan Blake');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('dialog').getByRole('code').innerText();
  await page.getByRole('button', { name: 'Done' }).click();
  return link;
}

test.describe('an auditor', () => {
  // The revoked link.
  test.use({ tolerate: /status of 404/ });

  test('reads closed months by a link, and Admins see what was opened, and revoke it', async ({
    page,
    browser,
  }) => {
    await open(page, lastMonth());
    const link = await createLink(page);
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const auditor = await context.newPage();
    await auditor.goto(link);
    await expect(auditor.getByRole('heading', { level: 1 })).toHaveText('Cactus & Coast Parking');
    await expect(auditor.getByText('Its sums and signatures are frozen.')).toBeVisible();
    await expect(auditor.getByRole('region', { name: /Processor → payouts/ })).toContainText(
      'Signed by',
    );
    await choose(auditor, 'Property', 'Fifth Avenue Rooftop');
    await expect(auditor.getByRole('table', { name: 'Ledger' })).toBeVisible();
    await auditor.getByRole('button', { name: 'Show more' }).click();
    await expectAccessibleAtBothWidths(auditor);

    await page.reload();
    await page.getByRole('button', { name: 'Opened Jordan Blake' }).click();
    const opened = page.getByRole('dialog').getByRole('table', { name: 'Opened' });
    await expect(opened).toContainText('Ledger');
    await expect(opened).toContainText('Fifth Avenue Rooftop');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Revoke Jordan Blake' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(panel(page, 'Auditor links')).toContainText('Revoked');
    await auditor.reload();
    await expect(auditor.getByText('This link has expired or was revoked.')).toBeVisible();
    await context.close();
  });
});
