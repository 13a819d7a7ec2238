import type { Locator } from '@playwright/test';
import {
  answerCalls,
  callAs,
  expect,
  expectNoOverflow,
  openOrganization,
  organizationPk,
  panel,
  signIn,
  test,
} from './testing/app.ts';

interface Week {
  days: { week: { start_date: string; end_date: string } };
  total: Record<'week' | 'before', { net: number; rentals: number }>;
  properties: { pk: number; name: string; week: { net: number }; before: { net: number } }[];
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

test('last week of all properties is compared, its figures open the ledger, and each row opens the bridge of its week', async ({
  page,
}) => {
  const organization = await organizationPk('admin', 'Cactus');
  const week = await callAs<Week>('admin', `/api/reports/week?organization=${organization}`);
  await openOrganization(page, 'admin', 'Cactus', 'week');
  await expect(page).toHaveTitle('This Week · Lotkeeper');
  const { start_date: start, end_date: end } = week.days.week;

  const totals = panel(page, 'Last week');
  await expect(totals).toContainText(dollars.format(week.total.week.net / 100));
  await expect(totals).toContainText(dollars.format(week.total.before.net / 100));
  const rows = panel(page, 'By property').locator('tbody tr');
  const changes = week.properties
    .map((row) => ({ ...row, change: row.week.net - row.before.net }))
    .toSorted((a, b) => a.change - b.change);
  await expect(rows).toHaveCount(changes.length);
  await expect(rows.first()).toContainText(changes[0]?.name ?? '');
  await expect(rows.last()).toContainText(changes.at(-1)?.name ?? '');
  await expect(panel(page, 'Payouts')).toContainText(/Next payout.*on \w+ 5, for \w+/i);
  await expect(panel(page, 'The next 14 days')).toBeVisible();
  await expectNoOverflow(page);

  await test.step('a figure opens its entries, a property its bridge', async () => {
    await rows.first().getByRole('cell').first().getByRole('link').click();
    await expect(page).toHaveURL(
      new RegExp(
        `/ledger\\?measure=net&spotPk=${changes[0]?.pk}&startDate=${start}&endDate=${end}`,
      ),
    );
    await page.goBack();
    await rows.first().getByRole('rowheader').getByRole('link').click();
    await expect(page).toHaveURL(
      new RegExp(`/changes\\?spotPk=${changes[0]?.pk}&period=week&startDate=${start}`),
    );
    await expect(page.getByRole('table', { name: /^Net revenue from .* by cause$/ })).toBeVisible();
  });
});

test('weeks without revenue and days without events say what will be there', async ({ page }) => {
  const nothing = { gross: 0, net: 0, rentals: 0, entry_count: 0, occupancy: null };
  const days = { start_date: '2026-11-16', end_date: '2026-11-22' };
  await answerCalls(page, '**/api/reports/week?*', {
    days: { week: days, before: days, year_ago: days },
    total: { week: nothing, before: nothing, year_ago: nothing },
    properties: [],
    as_of: 0,
  });
  await answerCalls(page, '**/api/reports/coming_days/?*', { results: [], count: 0 });
  await openOrganization(page, 'admin', 'Cactus', 'week');
  await expect(panel(page, 'Last week')).toContainText('No revenue in these weeks');
  await expect(panel(page, 'The next 14 days')).toContainText('Nothing unusual is coming');
});

test('Monday’s five questions are answered in two clicks from the first page', async ({ page }) => {
  await signIn(page, 'admin');
  const menu = page.getByRole('complementary', { name: 'Menu' });
  let clicks = 0;
  const start = async () => {
    clicks = 0;
    await page.goto('/');
    await expect(page).toHaveURL(/\/detail$/);
  };
  const click = async (link: Locator) => {
    clicks += 1;
    expect(clicks).toBeLessThanOrEqual(2);
    await link.click();
  };
  await start();
  // It stays open in this browser.
  await menu.getByRole('button', { name: 'Money' }).click();
  const openWeek = () => click(menu.getByRole('link', { name: 'This Week' }));

  await test.step('How did last week go?', async () => {
    await start();
    await openWeek();
    await expect(panel(page, 'Last week')).toContainText(/Net revenue\$[\d,]+/);
    await expect(panel(page, 'Last week')).toContainText(/vs\. \$[\d,]+/);
  });
  await test.step('Which property fell, and why?', async () => {
    await start();
    await openWeek();
    const fallen = panel(page, 'By property').locator('tbody tr').first();
    await click(fallen.getByRole('rowheader').getByRole('link'));
    await expect(page.getByRole('table', { name: /^Net revenue from .* by cause$/ })).toBeVisible();
  });
  await test.step('Who owes?', async () => {
    await start();
    await openWeek();
    await click(panel(page, 'Who owes').getByRole('link').first());
    await expect(panel(page, 'Not paid yet')).toContainText(/\d open, \$[\d,.]+ owed/);
  });
  await test.step('What will be paid out, and when?', async () => {
    await start();
    await click(menu.getByRole('link', { name: 'Payouts' }));
    await expect(panel(page, 'Future payouts')).toContainText(/\$[\d,.]+.*on \w+ 5, for \w+/i);
  });
  await test.step('What is coming?', async () => {
    await start();
    await openWeek();
    await expect(panel(page, 'The next 14 days').getByRole('listitem').first()).toBeVisible();
  });
});
