import type { Page } from '@playwright/test';
import { choose, downloadBy, expect, openSpot, test } from './testing/app.ts';

const openReports = (page: Page, search = '') =>
  openSpot(page, 'admin', 'Sonoran', `custom-reports${search}`, 'Custom Reports');

const chartOf = (page: Page, name: string) => page.getByRole('slider', { name });

test('a report begins with revenue and rentals by day; measures, grouping and range are kept in the URL, and it’s downloaded as it is shown', async ({
  page,
}) => {
  await openReports(page);
  await expect(chartOf(page, 'Gross revenue by day')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Occupancy' }).check();
  await expect(chartOf(page, 'Occupancy by day')).toBeVisible();
  await expect(page).toHaveURL(/measures=gross%2Cnet%2Crentals%2Coccupancy/);
  await test.step('grouping and range are kept in the URL, and the report shows charts and a table', async () => {
    await openReports(page);
    await choose(page, 'Group by', 'Weekday', true);
    await choose(page, 'Range', 'Last month', true);
    await expect(chartOf(page, 'Gross revenue by weekday')).toBeVisible();
    await expect(page.getByText('Monday').first()).toBeVisible();
    await page.getByText('Average per day', { exact: true }).click();
    await expect(chartOf(page, 'Gross revenue by weekday, average per day')).toBeVisible();
    await expect(page).toHaveURL(/group=weekday&range=last_month&per=day/);
    await page.reload();
    await expect(chartOf(page, 'Gross revenue by weekday, average per day')).toBeVisible();
    await expect(page.getByText(/NaN|Infinity/)).toHaveCount(0);
  });
  await test.step('grouping occupancy by source is not offered, and the page says why', async () => {
    await openReports(page, '?measures=gross,occupancy&group=source');
    await expect(chartOf(page, 'Gross revenue by source')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Occupancy' })).toBeDisabled();
    await expect(
      page.getByText('Occupancy isn’t available by rental type or source'),
    ).toBeVisible();
    await expect(chartOf(page, 'Occupancy by source')).toHaveCount(0);
  });
  await test.step('the report is downloaded as a file with a row for each group and the total', async () => {
    await openReports(page, '?measures=gross,net&group=rental_type&range=last_month');
    await expect(chartOf(page, 'Net revenue by rental type')).toBeVisible();
    const { name, content } = await downloadBy(page.getByRole('button', { name: 'Download' }));
    expect(name).toMatch(/^custom-report sonoran-skies.* rental-type .*\.csv$/);
    const lines = content.toString().trim().split('\r\n');
    expect(lines[0]).toContain('Rental type,Days,Gross revenue,Net revenue');
    expect(lines.at(-1)).toMatch(/^Total,\d+,[\d.]+,[\d.]+$/);
  });
  await test.step('an empty range says so', async () => {
    await openReports(page, '?range=fixed&startDate=2019-02-01&endDate=2019-02-28');
    await expect(page.getByText('Nothing happened in this range')).toBeVisible();
  });
});

test.describe('a name that is taken', () => {
  test.use({ tolerate: /status of 409/ });

  test('a report is saved, opened, renamed and deleted, and a name that is taken is refused', async ({
    page,
  }) => {
    const name = 'Hours';
    await openReports(page, '?measures=rentals,average_stay&group=hour&range=last_90_days');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`Saved ${name}.`)).toBeVisible();
    await expect(
      page.getByText('Rentals, Average stay by hour of the day, last 90 days').first(),
    ).toBeVisible();

    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByLabel('Name').fill(name.toUpperCase());
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(
      dialog
        .getByText('This property already has a report with this name. Choose another name.')
        .first(),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await openReports(page);
    await page.getByRole('button', { name: `Open ${name}` }).click();
    await expect(page).toHaveURL(/group=hour&range=last_90_days/);
    await expect(chartOf(page, 'Average stay by hour')).toBeVisible();

    await page.getByRole('button', { name: `Rename ${name}` }).click();
    await dialog.getByLabel('Name').fill(`${name} again`);
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByText(`Renamed ${name} to ${name} again.`)).toBeVisible();
    const remove = async () => {
      await page.getByRole('button', { name: `Delete ${name} again` }).click();
      await expect(page.getByText(`Deleted ${name} again.`)).toBeVisible();
      await expect(page.getByRole('button', { name: `Open ${name} again` })).toHaveCount(0);
    };
    await remove();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeFocused();
    await undo.click();
    await expect(page.getByText(`Restored ${name} again.`)).toBeVisible();
    await expect(undo).toHaveCount(0);
    await page.getByRole('button', { name: `Open ${name} again` }).click();
    await expect(page).toHaveURL(/group=hour&range=last_90_days/);
    await remove();
  });
});
