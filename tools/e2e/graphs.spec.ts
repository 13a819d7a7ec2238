import type { Page } from '@playwright/test';
import { expect, openSpot, panel, test } from './testing/app.ts';

const openGraphs = (page: Page, search = '') =>
  openSpot(page, 'admin', 'Copper', `graphs${search}`, 'Graphs');

test('Graphs shows rentals by weekday and hour and the revenue of a month, as charts and tables, as the URL says', async ({
  page,
}) => {
  await openGraphs(page);
  await expect(page.getByRole('slider', { name: /Rentals by weekday/ })).toBeAttached();
  await expect(page.getByRole('slider', { name: /Rentals by start hour/ })).toBeAttached();
  await panel(page, 'Rentals by start hour').getByRole('button', { name: 'Show as table' }).click();
  await expect(panel(page, 'Rentals by start hour').getByRole('row')).toHaveCount(25);
  await test.step('the revenue line shows days or months, and the URL keeps the choice', async () => {
    await openGraphs(page);
    await expect(page.getByRole('slider', { name: /Net revenue by day/ })).toBeAttached();
    await page.getByText('Monthly', { exact: true }).click();
    await expect(page.getByRole('slider', { name: /Gross revenue by month/ })).toBeAttached();
    await expect(page).toHaveURL(/rentalType=monthly/);
    await panel(page, 'Revenue').getByText('Net revenue', { exact: true }).first().click();
    await expect(page.getByRole('slider', { name: /Net revenue by month/ })).toBeAttached();
    await page.reload();
    await expect(page.getByRole('slider', { name: /Net revenue by month/ })).toBeAttached();
  });
  await test.step('a month without revenue says so in its panel, and the other panels stay', async () => {
    await openGraphs(page, '?monthYear=01:2019');
    await expect(panel(page, 'Revenue').getByText('No revenue in this month')).toBeVisible();
    await expect(page.getByRole('slider', { name: /Rentals by weekday/ })).toBeAttached();
  });
});
