import type { Page } from '@playwright/test';
import { callAs, expect, openSpot, panel, test } from './testing/app.ts';

const openRevenue = (page: Page, search = '') =>
  openSpot(page, 'admin', 'Copper', `revenue${search}`, 'Revenue');

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

test('Revenue shows the chosen metric and rental types by month, as the API does and the URL says', async ({
  page,
}) => {
  const { spot } = await openRevenue(page);
  const months = await callAs<{ net_revenue: number }[]>(
    'admin',
    `/api/transactions/reports/revenue/mom?spot_id=${spot.pk}`,
  );
  await page.getByText('Net revenue', { exact: true }).first().click();
  await expect(page).toHaveURL(/revenueType=net_revenue/);
  const chart = panel(page, 'Revenue month-over-month');
  await chart.getByRole('button', { name: 'Show as table' }).click();
  await expect(chart.getByRole('row')).toHaveCount(months.length + 1);
  await expect(chart.getByRole('table')).toContainText(
    dollars.format((months.at(-1)?.net_revenue ?? Number.NaN) / 100),
  );
  await test.step('rental types are chosen from a list, and the URL keeps them', async () => {
    await openRevenue(page);
    const chart = panel(page, 'Gross Revenue by Rental Type');
    await expect(chart.getByRole('listitem').filter({ hasText: 'Tenants' })).toBeVisible();
    for (const type of ['Monthly', 'Hourly']) {
      await chart.getByLabel('Rental type').first().click();
      await page.getByRole('option', { name: type }).click();
      await expect(page).toHaveURL(new RegExp(`rentalType=.*${type.toLowerCase()}`));
      await page.keyboard.press('Escape');
    }
    await expect(page).toHaveURL(/rentalType=hourly(,|%2C)monthly/);
    await expect(chart.getByRole('slider')).toHaveAttribute(
      'aria-valuetext',
      /Monthly .*, Hourly .*/,
    );
  });
});
