import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessibleAtBothWidths,
  openOrganization,
  panel,
  test,
} from './testing/app.ts';

// Files that are refused are answered with 400.
test.use({ tolerate: /status of 400/ });

async function chooseFile(page: Page, name: string, content: string) {
  const buffer = Buffer.from(content);
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

const rows = [
  'Lot,Ticket Number,Entry Time,Exit Time,Total,Tax,License Plate',
  'Old Lot,OLD-1,04/05/2023 9:00 AM,04/05/2023 11:30 AM,$10.80,$0.80,ABC123',
  'Old Lot,OLD-2,05/06/2023 9:00 AM,05/06/2023 11:30 AM,$20.00,$1.48,',
  'Old Lot,OLD-3,05/26/2023 9:00 AM,05/26/2023 8:30 AM,$20.00,$1.48,',
];

test('an Admin brings the history of another system in, compares its sums, and undoes it', async ({
  page,
}) => {
  await openOrganization(page, 'admin', 'Cactus', 'ledger');
  await page.getByRole('link', { name: 'Import history' }).click();
  await expect(page).toHaveTitle('Import History · Lotkeeper');
  await expect(panel(page, 'Imports')).toContainText('Imports appear here.');
  const preview = page.getByRole('region', { name: 'Preview of the file' });

  await test.step('another currency is refused in words', async () => {
    await chooseFile(page, 'old.csv', 'Paid at,Amount,Currency\n2023-04-05 10:00,5.00,EUR\n');
    await expect(page.getByText('This file has amounts in EUR')).toBeVisible();
  });

  await test.step('a name in the file is matched with a property', async () => {
    await chooseFile(page, 'old.csv', rows.join('\n'));
    await expect(preview).toContainText('No property was chosen for “Old Lot”.');
    await preview.getByLabel('Which property “Old Lot” is').click();
    await page.getByRole('option').first().click();
    await expect(preview).toContainText(
      '2 rows, $30.80, Apr 5, 2023 to May 6, 2023. Is that what your old system says?',
    );
    await expect(preview).toContainText('It ends before it starts.');
    await preview.getByText('Columns and encoding').click();
    await expectAccessibleAtBothWidths(page);
  });

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const imports = panel(page, 'Imports');
  await expect(imports).toContainText('2 recorded, 0 unchanged, 1 refused. $30.80');
  await imports.getByRole('button', { name: 'Undo old.csv' }).click();
  await page.getByRole('button', { name: 'Undo Import' }).click();
  await expect(imports).toContainText('2 taken back.');
});
