import { addMonths, startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Page } from '@playwright/test';
import {
  downloadBy,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  openOrganization,
  panel,
  test,
} from './testing/app.ts';
import { now } from './testing/clock.ts';

// Files that are refused are answered with 400.
test.use({ tolerate: /status of 400/ });

const month = addMonths(startOfMonth(toLocalDate(now(), 'America/Phoenix')), -1);

async function chooseFile(page: Page, name: string, content: string) {
  const buffer = Buffer.from(content);
  await page
    .getByLabel('Remittance file', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer });
}

const day = (number: number) => `${month.slice(5, 7)}/${number}/${month.slice(0, 4)}`;

test('an Admin adds a site’s remittance file, sees what doesn’t match, and gets a letter', async ({
  page,
}) => {
  await openOrganization(page, 'admin', 'Cactus', 'close');
  await page
    .getByRole('navigation', { name: 'Sister pages' })
    .getByRole('link', { name: 'Booking Sites' })
    .click();
  await expect(page).toHaveTitle('Booking Sites · Lotkeeper');
  await expect(page.getByText('No remittance file yet')).toBeVisible();

  await page.getByRole('button', { name: 'Add remittance file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add remittance file' });
  await test.step('files that aren’t CSV are refused in words', async () => {
    await chooseFile(page, 'june.xlsx', 'PK\u0003\u0004xl/workbook.xml');
    await expect(dialog).toContainText('This is an Excel file. Open it, save it as CSV');
    await chooseFile(page, 'june.csv', `Rental ID,Starts,Net\nX-1,${day(13)},€17.00\n`);
    await expect(dialog).toContainText('This file is in €.');
  });

  await test.step('columns are chosen where names don’t show them', async () => {
    const rows = [
      `NOT-HERE-1,${day(13)},20.00,3.00,17.00`,
      `NOT-HERE-2,${day(14)},40.00,6.00,34.00`,
      `Total,,60.00,9.00,51.00`,
    ];
    await chooseFile(page, 'june.csv', ['Nr,Starts,Price,Fee,Net', ...rows].join('\n'));
    await expect(dialog).toContainText('Choose the column that contains: the booking reference');
    await expectAccessible(page);
    await dialog.getByLabel('What “Nr” contains').click();
    await page.getByRole('option', { name: 'Booking reference' }).click();
    await expect(dialog).toContainText('2 bookings');
    await expect(dialog).toContainText('$51.00 remitted');
    await expect(dialog).toContainText('It is a total, not a booking.');
    await dialog.getByRole('button', { name: 'Add bookings' }).click();
    const done = page.getByRole('dialog', { name: 'Remittance file added' });
    await expect(done).toContainText('2 bookings of 2 added.');
    await done.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('sums open their lists', async () => {
    await page.getByRole('button', { name: 'Unknown here: $51.00' }).click();
    await expect(panel(page, 'Unknown here').getByRole('row')).toHaveCount(3);
    await expect(page).toHaveURL(/list=unknown/);
    await expectAccessibleAtBothWidths(page);
  });

  await test.step('an agreed commission shows in a list of its own', async () => {
    await page.getByRole('button', { name: 'Add a commission' }).click();
    await page.getByLabel('Commission (%)').fill('12.5');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(panel(page, 'Agreed commissions')).toContainText('12.5 %');
  });

  await test.step('the site gets a letter and a CSV file', async () => {
    await page.goto(`${page.url()}&site=spothero`);
    const letter = await downloadBy(page.getByRole('button', { name: 'Letter to SpotHero' }));
    expect(letter.content.subarray(0, 4).toString()).toBe('%PDF');
    const csv = await downloadBy(page.getByRole('button', { name: 'CSV' }));
    expect(csv.content.toString()).toContain('NOT-HERE-2');
  });

  await test.step('a file that was wrong is removed with its bookings', async () => {
    const remove = panel(page, 'Remittance files').getByRole('button', { name: /^Remove / });
    await remove.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Its 2 bookings go too');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Remove file' }).click();
    await expect(remove).toHaveCount(0);
  });
});
