import type { Page } from '@playwright/test';
import { callAs, downloadBy, expect, openSpot, test } from './testing/app.ts';

const openAggregators = (page: Page, lot: string, search = '') =>
  openSpot(page, 'employee', lot, `aggregator-rentals${search}`, 'Aggregator Rentals');

test('Aggregator Rentals shows active rentals by source and by day on a desk and a phone, and downloads a CSV file', async ({
  page,
}) => {
  const { spot } = await openAggregators(page, 'Sonoran');
  const chart = page.getByRole('region', { name: 'Active Rentals by Source' });
  await expect(chart).toContainText('SpotHero');
  const { name } = await downloadBy(page.getByRole('button', { name: 'Download CSV' }));
  const [, year = '', month = ''] = /(\d{4})-(\d\d)\.csv$/.exec(name) ?? [];
  const days = await callAs<{ total_rentals: number }[]>(
    'employee',
    `/api/reports/aggregators?spot=${spot.pk}&month=${Number(month)}&year=${year}`,
  );
  const sum = days.reduce((total, day) => total + day.total_rentals, 0).toLocaleString('en-US');
  await expect(page.getByRole('region', { name: /^By source/ })).toContainText(sum);
  await chart.getByRole('button', { name: 'Show as table' }).click();
  await expect(chart.getByRole('rowheader')).toHaveCount(days.length);
  await test.step('on a phone the sum of all days stays', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('region', { name: /^By source/ })).toContainText(sum);
  });
  await test.step('a month without rentals and a property that isn’t an airport lot say so', async () => {
    await openAggregators(page, 'Sonoran', '?monthYear=01:2019');
    await expect(page.getByText('No rentals were active in this month')).toBeVisible();
    await openAggregators(page, 'Copper');
    await expect(page.getByText('This page is for airport lots')).toBeVisible();
  });
});
