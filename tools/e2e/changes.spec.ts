import type { Page } from '@playwright/test';
import { callAs, expect, panel, signIn, spotNamed, test } from './testing/app.ts';

interface Bridge {
  earlier: { start_date: string; end_date: string; net: number };
  later: { start_date: string; end_date: string; net: number };
  steps: { cause: string; amount: number; measure: string; is_exact: boolean }[];
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const money = (cents: number) => dollars.format(cents / 100);
const toCents = (text: string) => Math.round(Number(text.replace(/[+$,]/g, '')) * 100);

const waterfall = (page: Page) =>
  page.getByRole('table', { name: /^Net revenue from .* by cause$/ });
/** The links of the rows that open their entries, by their amount, the last cell. */
const amounts = (page: Page) => waterfall(page).locator('tbody tr td:last-child a');

const path = (organization: number, filters: Record<string, string> = {}) =>
  `/organization/${organization}/changes?${new URLSearchParams(filters)}`;

async function showSmallSteps(page: Page) {
  await expect(waterfall(page)).toBeVisible();
  const more = page.getByRole('button', { name: /^Show \d+ small steps$/ });
  if (await more.isVisible()) await more.click();
}

/** The first day of the last finished month, by the demo's clock, from the page's own request. */
async function openLastMonth(page: Page, organization: number, spotPk: number) {
  const asked = page.waitForRequest((request) => request.url().includes('/revenue_bridge?'));
  await page.goto(path(organization, { spotPk: String(spotPk) }));
  const { searchParams } = new URL((await asked).url());
  await showSmallSteps(page);
  return searchParams.get('start_date') ?? '';
}

test('the steps on the page equal the API’s, add up from one net to the next, and open their entries, for each period', async ({
  page,
}) => {
  const { organization, spot } = await spotNamed('admin', 'Copper Square Garage');
  await signIn(page, 'admin');
  const month = await openLastMonth(page, organization.pk, spot.pk);
  await expect(page).toHaveTitle('Why did it change? · Lotkeeper');
  const bridge = await callAs<Bridge>(
    'admin',
    `/api/reports/revenue_bridge?spot=${spot.pk}&period=month&start_date=${month}`,
  );
  const texts = await amounts(page).allTextContents();
  const [start = 0, ...rest] = texts.map(toCents);
  const end = rest.pop();
  expect(start).toBe(bridge.earlier.net);
  expect(end).toBe(bridge.later.net);
  const toDollars = (cents: number) => Math.sign(cents) * Math.round(Math.abs(cents) / 100) * 100;
  expect(rest).toEqual(bridge.steps.map(({ amount }) => toDollars(amount) + 0));
  // Steps are whole dollars; the totals that they lead to are exact.
  const totals = await waterfall(page).locator('tbody td:first-of-type').allTextContents();
  const sums = bridge.steps.map(({ amount }) => amount);
  expect(totals.map(toCents)).toEqual([
    ...sums.map((_, index) => sums.slice(0, index).reduce((sum, amount) => sum + amount, start)),
    end,
    end,
  ]);
  const main = page.getByRole('main');
  await expect(main).toContainText(money(bridge.earlier.net));
  await expect(main).toContainText(money(bridge.later.net));
  await test.step('a step opens its entries by its words, its amount and its bar', async () => {
    const row = waterfall(page).getByRole('row').filter({ hasText: 'Commission' });
    await row.getByRole('rowheader').getByRole('link').last().click();
    await expect(page).toHaveURL(/\/ledger\?.*measure=commission/);
    await expect(page).toHaveURL(new RegExp(`startDate=${month}`));
    await expect(panel(page, 'Commission')).toBeVisible();
    await page.goBack();
    await showSmallSteps(page);
    await row.getByRole('cell').last().getByRole('link').press('Enter');
    await expect(page).toHaveURL(/\/ledger\?.*measure=commission/);
    await page.goBack();
    await showSmallSteps(page);
    await row.getByRole('cell').first().click();
    await expect(page).toHaveURL(/\/ledger\?.*measure=commission/);
  });
  await test.step('the period, its length and the property are in the URL, and step back and forth', async () => {
    const month = await openLastMonth(page, organization.pk, spot.pk);
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Earlier' }).click();
    await expect(page).toHaveURL(/period=month&startDate=\d{4}-\d\d-01/);
    await expect(page).not.toHaveURL(new RegExp(`startDate=${month}`));
    await main.getByRole('button', { name: 'Later' }).click();
    await expect(page).toHaveURL(new RegExp(`startDate=${month}`));
    await main.getByText('Week', { exact: true }).click();
    await expect(page).toHaveURL(/period=week/);
    await expect(waterfall(page)).toBeVisible();
    await main.getByRole('combobox', { name: 'Property' }).click();
    await page.getByRole('option', { name: 'All properties' }).click();
    await expect(page).not.toHaveURL(/spotPk=\d/);
    await expect(panel(page, 'What else happened')).toContainText('Choose a property');
  });
  await test.step('all properties are named by their change, and each opens its bridge', async () => {
    await page.goto(path(organization.pk, { period: 'month', startDate: month }));
    const all = await callAs<Bridge & { properties: { pk: number; name: string }[] }>(
      'admin',
      `/api/reports/revenue_bridge?organization=${organization.pk}&period=month&start_date=${month}`,
    );
    const rows = panel(page, 'By property').locator('tbody tr');
    await expect(rows).toHaveCount(all.properties.length);
    const changes = await rows.locator('td:nth-of-type(3)').allTextContents();
    const cents = changes.map(toCents);
    expect(cents).toEqual(cents.toSorted((a, b) => a - b));
    expect(cents.reduce((total, change) => total + change, 0)).toBe(
      all.later.net - all.earlier.net,
    );
    await rows.first().getByRole('rowheader').getByRole('link').click();
    await expect(page).toHaveURL(/\/changes\?spotPk=\d+&period=month/);
    await expect(panel(page, 'By property')).toHaveCount(0);
  });
  await test.step('a property without prices says that there is nothing to compare', async () => {
    const { organization, spot } = await spotNamed('admin', 'Desert Willow');
    await page.goto(path(organization.pk, { spotPk: String(spot.pk) }));
    await expect(panel(page, 'Net revenue')).toContainText('No revenue in these periods');
  });
});

test('Detail, Reports and the income statement lead to the change of the same period', async ({
  page,
}) => {
  const { organization, spot, path: spotPath } = await spotNamed('admin', 'Copper Square Garage');
  await signIn(page, 'admin');
  const month = await openLastMonth(page, organization.pk, spot.pk);
  await page.goto(`${spotPath}/detail`);
  await panel(page, 'At a glance').getByRole('link', { name: 'Why did it change?' }).click();
  await expect(page).toHaveURL(new RegExp(`/changes\\?spotPk=${spot.pk}&period=month`));
  await expect(waterfall(page)).toBeVisible();
  await page.goto(`${spotPath}/reports`);
  await page.locator('main').getByRole('link', { name: 'Why did it change?' }).click();
  await expect(page).toHaveURL(/\/changes\?spotPk=\d+&period=month&startDate=\d{4}-\d\d-01/);
  const { later } = await callAs<Bridge>(
    'admin',
    `/api/reports/revenue_bridge?organization=${organization.pk}&period=month&start_date=${month}`,
  );
  const range = new URLSearchParams({ startDate: month, endDate: later.end_date });
  await page.goto(`/organization/${organization.pk}/income-statement?${range}`);
  await page.locator('main').getByRole('link', { name: 'Why did it change?' }).click();
  await expect(page).toHaveURL(new RegExp(`/changes\\?period=month&startDate=${month}`));
  await expect(waterfall(page)).toBeVisible();
  await test.step('other days go along, and can be changed there', async () => {
    const days = new URLSearchParams({ startDate: month, endDate: `${month.slice(0, 7)}-20` });
    await page.goto(`/organization/${organization.pk}/income-statement?${days}`);
    await page.locator('main').getByRole('link', { name: 'Why did it change?' }).click();
    await expect(page).toHaveURL(
      new RegExp(`/changes\\?period=days&startDate=${month}&endDate=${month.slice(0, 7)}-20`),
    );
    await expect(page.getByRole('main')).toContainText('As many days before are compared.');
    await page.getByRole('button', { name: /^Dates/ }).click();
    await page.getByRole('button', { name: 'Last week' }).click();
    await expect(page).not.toHaveURL(new RegExp(`endDate=${month.slice(0, 7)}-20`));
    await expect(waterfall(page)).toBeVisible();
  });
});
