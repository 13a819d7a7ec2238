import type { Locator, Page } from '@playwright/test';
import { answerCalls, choose, expect, openSpot, panel, test } from './testing/app.ts';

const garage = 'Copper Square Garage';
const openInsights = (page: Page, search = '') =>
  openSpot(page, 'employee', garage, `driver-insights${search}`, garage);

test('the charts of Driver Insights are tables too, and each count opens as many reviews or drivers', async ({
  page,
}) => {
  await openInsights(page);
  await expect(panel(page, 'Drivers Love Your Property')).toContainText('of 5 stars');
  const times = panel(page, 'Peak Rental Times');
  await times.getByRole('button', { name: 'Show as table' }).click();
  await expect(times.getByRole('row')).toHaveCount(10);
  const drivers = panel(page, 'Your Transient Drivers');
  await expect(drivers).toContainText('Parked more than 5 times.');
  await expect(drivers).toContainText('Parked 2 to 5 times, or once after parking here before.');
  await expect(drivers).toContainText('Came once and are new.');
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
  await test.step('each count of ratings opens as many reviews', async () => {
    await openInsights(page);
    const reviews = panel(page, 'Drivers Love Your Property');
    const all = reviews.getByText(/ratings in the last/).getByRole('link');
    const counted = await readCount(all);
    const fours = reviews.getByRole('listitem').filter({ hasText: '4 stars' }).getByRole('link');
    const fourStars = await readCount(fours);
    await fours.click();
    await expect(page).toHaveURL(/\/reviews\?rating=4$/);
    const list = page.getByRole('list', { name: 'Reviews' });
    await expect(page.getByText(`${fourStars} reviews`)).toBeVisible();
    await expect(list.getByText('4 stars').first()).toBeVisible();
    await expect(list.getByText('5 stars')).toHaveCount(0);
    await choose(page, 'Rating', 'Any');
    await expect(page).toHaveURL(/\/reviews$/);
    await expect(page.getByText(`${counted} reviews`)).toBeVisible();
    await expect(list.getByRole('listitem')).toHaveCount(20);
  });
  await test.step('each count of drivers opens as many drivers, and each driver their last stay', async () => {
    await openInsights(page, '?days=180');
    const returning = drivers.getByRole('link', { name: /drivers$/ }).nth(1);
    const counted = (await returning.textContent()) ?? '';
    await returning.click();
    await expect(page).toHaveURL(/\/transient-drivers\?days=180&group=repeat$/);
    const list = panel(page, 'Return drivers');
    await expect(list.getByText(counted, { exact: true })).toBeVisible();
    await page.goBack();
    await drivers.getByRole('button', { name: 'Show as table' }).click();
    const mondays = drivers.getByRole('row').nth(2).getByRole('link').last();
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
  await answerCalls(page, /reports\/reviews/, {
    rating_report: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
    last_positive_comments: [],
    top_3_reasons: [],
  });
  await answerCalls(page, /heatmap\/hourly/, { data: [], last_updated_at: 1 });
  await answerCalls(page, /drivers\/frequency\/\?/, { data: nobody, last_updated_at: 1 });
  await answerCalls(page, /frequency\/breakdown/, {
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

/** A count, parsed from the page's text. */
const readCount = async (link: Locator) => Number((await link.textContent())?.replace(/\D/g, ''));
