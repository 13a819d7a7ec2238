import type { Page } from '@playwright/test';
import { callAs, downloadBy, expect, failCalls, openSpot, test } from './testing/app.ts';

const openReports = (page: Page, search = '') =>
  openSpot(page, 'admin', 'Copper', `reports${search}`, 'Reports');

const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

test('Reports shows the month’s totals of the API on a desk and a phone, limited to a rental type, and downloads them', async ({
  page,
}) => {
  const { spot } = await openReports(page);
  const { total } = await callAs<{
    total: Record<'gross_revenue' | 'net_revenue' | 'tax_amount' | 'refund_amount', number>;
  }>('admin', `/api/reports/daily_reports?spot=${spot.pk}`);
  // The table inside is a region too while it scrolls sideways.
  const panel = page.getByRole('region', { name: /^Revenue by day, \w+ \d+$/ });
  await expect(panel).toContainText(exact.format(total.gross_revenue / 100));
  await expect(panel).toContainText(exact.format(total.tax_amount / 100));
  // Above the table and in its last row: a page never shows one sum in two forms.
  await expect(
    page
      .getByText(exact.format(total.gross_revenue / 100), { exact: true })
      .filter({ visible: true }),
  ).toHaveCount(2);
  await page.getByLabel('Rental type').first().click();
  await page.getByRole('option', { name: 'Tenants', exact: true }).click();
  await expect(page).toHaveURL(/rentalType=bulk_rental/);
  await expect(page.getByRole('heading', { name: /Tenants by day/ })).toBeVisible();
  await test.step('on a phone Reports shows the totals of all columns first, then the days', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openReports(page);
    const cards = page.getByRole('list', { name: /Revenue by day/ }).getByRole('listitem');
    await expect(cards.first()).toContainText('Total');
    for (const cents of [total.net_revenue, total.refund_amount]) {
      await expect(cards.first()).toContainText(exact.format(cents / 100));
    }
    const height = await cards.nth(1).evaluate((card) => card.getBoundingClientRect().height);
    expect(height).toBeLessThan(180);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('a month without revenue says so', async () => {
    await openReports(page, '?monthYear=01:2019');
    await expect(page.getByText('No revenue in this month')).toBeVisible();
  });
  await test.step('Generate Report downloads a file of the range and the type', async () => {
    await openReports(page, '?rentalType=hourly');
    await page.getByRole('button', { name: 'Download' }).click();
    const file = await downloadBy(page.getByRole('button', { name: 'Generate Report' }));
    expect(file.name).toMatch(
      /^daily-reports copper-square-garage hourly \d{4}-\d\d-01 \d{4}-\d\d-\d\d\.csv$/,
    );
    expect(file.content.toString()).toContain('Date,Rentals,Gross revenue');
    expect(file.content.toString()).toContain('Total,');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test.describe('when the server fails', () => {
  test.use({ tolerate: /status of 500/ });

  test('a failed report and a failed download show the specified messages', async ({ page }) => {
    await failCalls(page, /\/api\/(reports|downloads)\/daily_reports/);
    await openReports(page);
    await expect(page.getByText('Could not fetch reports')).toBeVisible();
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('button', { name: 'Generate Report' }).click();
    await expect(page.getByText('Could not download reports')).toBeVisible();
  });
});
