import type { Locator, Page } from '@playwright/test';
import { expect, signIn, spotNamed, test, visit } from './support/app.ts';

async function openInsights(page: Page, search = '') {
  await signIn(page, 'employee');
  const { path } = await spotNamed('employee', 'Copper Square Garage');
  await visit(page, `${path}/driver-insights${search}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Copper Square Garage');
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('the charts of Driver Insights are tables too, and each count opens as many reviews or drivers', async ({
  page,
}) => {
  await openInsights(page);
  await expect(panel(page, 'Drivers Love Your Property')).toContainText('of 5 stars');
  const times = panel(page, 'Peak Rental Times');
  await times.getByRole('button', { name: 'Show as table' }).click();
  await expect(times.getByRole('row')).toHaveCount(10);
  await expect(panel(page, 'Your Transient Drivers')).toContainText('Parked more than 5 times.');
  await expect(page.getByRole('slider', { name: /Drivers by weekday/ })).toBeAttached();
  await test.step('the heatmap and the time window are kept in the URL, and invalid values fall back', async () => {
    await openInsights(page);
    await page.getByText('Monthly', { exact: true }).click();
    await page.getByText('Last 180 Days').click();
    await expect(page).toHaveURL(/heatmap=monthly&days=180$/);
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Monthly' })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'Last 180 Days' })).toBeChecked();
    await expect(panel(page, 'Peak Rental Times').getByRole('row')).toHaveCount(13);
    await page.goto('about:blank');
    await openInsights(page, '?heatmap=weekly&days=7');
    await expect(page.getByRole('radio', { name: 'Daily' })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'Last 90 Days' })).toBeChecked();
  });
  await test.step('one-time drivers are described as having parked once in the period', async () => {
    await openInsights(page);
    const drivers = panel(page, 'Your Transient Drivers');
    await expect(drivers).toContainText(
      'Parked once in this period; they may have parked here before.',
    );
    await expect(drivers).not.toContainText('are new');
  });
  await test.step('each count of ratings opens as many reviews', async () => {
    await openInsights(page);
    const reviews = panel(page, 'Drivers Love Your Property');
    const all = reviews.locator('figcaption a');
    const counted = await readCount(all);
    await reviews.getByRole('button', { name: 'Show as table' }).click();
    const fours = reviews.getByRole('cell').nth(1).getByRole('link');
    const fourStars = await readCount(fours);
    await fours.click();
    await expect(page).toHaveURL(/\/reviews\?rating=4$/);
    const list = page.getByRole('list', { name: 'Reviews' });
    await expect(page.getByText(`${fourStars} reviews`)).toBeVisible();
    await expect(list.getByText('4 stars').first()).toBeVisible();
    await expect(list.getByText('5 stars')).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Rating' }).click();
    await page.getByRole('option', { name: 'Any' }).click();
    await expect(page).toHaveURL(/\/reviews$/);
    await expect(page.getByText(`${counted} reviews`)).toBeVisible();
    await expect(list.getByRole('listitem')).toHaveCount(20);
  });
  await test.step('each count of drivers opens as many drivers, and each driver their last stay', async () => {
    await openInsights(page, '?days=180');
    const drivers = panel(page, 'Your Transient Drivers');
    const returning = drivers.getByRole('link', { name: /drivers$/ }).nth(1);
    const counted = (await returning.textContent()) ?? '';
    await returning.click();
    await expect(page).toHaveURL(/\/transient-drivers\?days=180&group=repeat$/);
    const list = panel(page, 'Return drivers');
    await expect(list.getByText(counted, { exact: true })).toBeVisible();
    await page.goBack();
    await drivers.getByRole('button', { name: 'Show as table' }).click();
    const mondays = drivers.getByRole('row').nth(1).getByRole('link').last();
    const onMondays = await mondays.textContent();
    await mondays.click();
    await expect(page).toHaveURL(/\/transient-drivers\?days=180&weekday=1$/);
    await expect(page.getByText(`${onMondays} drivers`)).toBeVisible();
    await page.locator('main a[href*="/rentals/"]').filter({ visible: true }).first().click();
    await expect(page).toHaveURL(/\/rentals\/[\da-f-]{36}$/);
  });
});

test('each panel of Driver Insights says when the property has no data', async ({ page }) => {
  const none = { percentage: 0, threshold: 1, count: 0 };
  const nobody = { power_drivers: none, repeat_drivers: none, one_time_drivers: none };
  const answer = (path: RegExp, data: object) =>
    page.route(path, (route) => route.fulfill({ json: data }));
  await answer(/reports\/reviews/, {
    rating_report: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
    last_positive_comments: [],
    top_3_reasons: [],
  });
  await answer(/heatmap\/hourly/, { data: [], last_updated_at: 1 });
  await answer(/drivers\/frequency\/\?/, { data: nobody, last_updated_at: 1 });
  await answer(/frequency\/breakdown/, {
    data: [{ dow: 1, total_drivers: 0, ...nobody }],
    last_updated_at: 1,
  });
  await openInsights(page);
  for (const sentence of [
    'Your driver review analysis will show up here',
    'Your seasonal occupancy chart will show up here',
    "Transient drivers' information will show up here",
  ]) {
    await expect(page.getByText(sentence)).toBeVisible();
  }
  await expect(page.getByText(/NaN|Infinity/)).toHaveCount(0);
});

/** A count as the page writes it. */
const readCount = async (link: Locator) => Number((await link.textContent())?.replace(/\D/g, ''));
