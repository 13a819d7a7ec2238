import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import type { Browser, Page } from '@playwright/test';
import { clearAway } from '../../server/src/testing/at-end.ts';
import {
  downloadBy,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectAccessibleInTheDark,
  panel,
  test,
} from './testing/app.ts';
import { startApp } from './testing/start-server.ts';

test.describe.configure({ mode: 'serial', timeout: 240_000 });

let origin = '';
let token = '';

test.beforeAll(async () => {
  // A year of whole months, and the month that payouts of the last one are in.
  const { printed } = await startApp({ DEMO_DAYS: '400' });
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
async function call<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`${origin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token && { authorization: `Token ${token}` }),
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

const today = () => new Date().toISOString().slice(0, 10) as LocalDate;
const lastMonth = () => addMonths(startOfMonth(today()), -1);

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
  await page.getByRole('button', { name: 'Sign all that tie' }).click();
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

test('one person closes twelve months, from the bank file to the packet', async ({ page }) => {
  await test.step('the bank file has all payouts', async () => {
    const payouts = await listPayouts();
    const lines = payouts.map((payout) => toLine(payout));
    const last = addDays(today(), 0);
    const file = ['Date,Description,Amount', ...lines, `${last},RENT,-10.00`].join('\n');
    await page.goto(`${origin}/organization/1/payouts/bank`);
    await page.getByRole('button', { name: 'Add bank file' }).first().click();
    await page
      .getByLabel('Bank file', { exact: true })
      .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByRole('button', { name: 'Add transactions' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
  });
  for (let back = 11; back >= 0; back -= 1) {
    const month = addMonths(lastMonth(), -back);
    await open(page, month);
    await signAll(page);
    await closeMonth(page);
  }
});
