import type { Page } from '@playwright/test';
import {
  choose,
  downloadBy,
  expect,
  expectAccessibleAtBothWidths,
  failCalls,
  openSpot,
  test,
} from './testing/app.ts';

/** A different property for each test that uploads, because a property shows only its last import. */
const lots = {
  first: 'Meridian',
  second: 'Long Beach',
  withoutUploads: 'Event Lot',
  withChoices: 'Lagoon',
  withLateChoices: 'Sonoran',
} as const;

async function open(page: Page, lot: string = lots.first) {
  const { path } = await openSpot(page, 'employee', lot, 'visitors');
  await page.getByRole('link', { name: 'Bulk Visitor Upload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visitor CSV Upload');
  return path;
}

/** Drops a file on the area, like from the file manager. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName = '', content = '']) => {
      const data = new DataTransfer();
      data.items.add(new File([content], fileName, { type: 'text/csv' }));
      return data;
    },
    [name, text],
  );
  const input = page.getByLabel('CSV File');
  for (const event of ['dragenter', 'dragover', 'drop']) {
    await input.dispatchEvent(event, { dataTransfer: transfer });
  }
}

const upload = (page: Page) => page.getByRole('button', { name: 'Upload', exact: true }).click();
const notice = (page: Page) => page.getByRole('status').filter({ hasText: /validated/ });
const stat = (page: Page, label: string) =>
  page
    .locator('dl > div', { has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first();

test('an uploaded CSV file adds visitors, returns the skipped rows, and can be undone', async ({
  page,
}) => {
  const path = await open(page);
  const tag = lots.first.toUpperCase().slice(0, 3);
  // Only the file and the code are required.
  await drop(
    page,
    'guests-of-july.csv',
    `License Plate,State,Name\n${tag} 001,Arizona,Ada Lovelace\n${tag} 002,AZ,=SUM(A1)\n${tag}001,AZ,Ada King\n,AZ,Nobody\n`,
  );
  await expect(page.getByText('guests-of-july.csv')).toBeVisible();
  await choose(page, 'Validation Code', 'WEEK');
  await upload(page);
  await expect(notice(page)).toHaveText(
    'Visitors validated successfully: 2 added, 1 updated, 1 skipped.',
  );
  await expect(stat(page, 'Added')).toHaveText('2');
  await expect(stat(page, 'Skipped')).toHaveText('1');
  await expectAccessibleAtBothWidths(page);
  const file = await downloadBy(page.getByRole('button', { name: 'Download Skipped Rows' }));
  expect(file.name).toBe('refused-rows guests-of-july.csv');
  expect(file.content.toString()).toBe(
    '\ufeffLicense Plate,State,Name,Line,Reason\r\n,AZ,Nobody,5,plate: This is required\r\n',
  );
  await page.getByRole('button', { name: 'Upload Another CSV' }).click();
  await expect(page.getByRole('heading', { name: 'Upload Visitors' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Last Upload' })).toBeVisible();
  await page.goto(`${path}/visitors?searchTerm=${tag}001`);
  await expect(page.getByText('Ada King')).toBeVisible();

  await page.goto(`${path}/upload-visitors-csv`);
  await page.getByRole('button', { name: 'Undo guests-of-july.csv' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this upload?' });
  await expect(dialog.getByText('Removes 2 visitors.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo Upload' }).click();
  await expect(page.getByText('Removed 2 visitors.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo guests-of-july.csv' })).toHaveCount(0);
  await page.goto(`${path}/visitors?searchTerm=${tag}001`);
  await expect(page.getByText('No visitors found')).toBeVisible();
});

test('a file that needs choices shows its first rows, asks, and is recorded as it was shown', async ({
  page,
}) => {
  const path = await open(page, lots.withChoices);
  const rows = ['José García', 'Ada King', 'Élise Côté', 'Bob', 'Eve'].map(
    (name, index) => `ABC 471${index};${name};CA`,
  );
  const text = [
    'Invités de juillet;;',
    'Numéro;Conducteur;Où',
    'XYZ 4720;Zoë Núñez;AZ',
    ...rows,
    'A#1;Ève;AZ',
  ];
  const code = page.getByRole('combobox', { name: 'Validation Code' });
  const top = (await code.boundingBox())?.y;
  await page.getByLabel('CSV File').setInputFiles({
    name: 'invités.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text.join('\r\n'), 'latin1'),
  });
  const preview = page.getByRole('region', { name: 'Preview of the file' });
  await expect(preview.getByText('No column is named as: plate, state.')).toBeVisible();
  await expect(page.getByText('6 rows will be added or updated, 1 skipped.')).toBeVisible();
  await expect(preview.getByText('Row 9: plate: Only letters')).toBeVisible();
  await expect(preview.getByText('Zoë Núñez').first()).toBeVisible();
  // A button that a person is about to press doesn't move.
  expect((await code.boundingBox())?.y).toBe(top);
  await choose(page, 'Validation Code', 'WEEK');
  await upload(page);
  await expect(page.getByText('Check how the rows are read, and confirm it.')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  const confirm = page.getByRole('checkbox', { name: 'The rows are read correctly' });
  await confirm.press('Space');
  await expect(page.getByText('Check how the rows are read, and confirm it.')).toHaveCount(0);
  // A choice has to be confirmed again.
  await choose(page, 'What “Où” contains', 'Ignore');
  await expect(preview.getByText('Choose the column with: state.')).toBeVisible();
  await choose(page, 'What “Où” contains', 'State', true);
  await choose(page, 'Encoding', /Windows-1251/);
  await expect(preview.getByText('Nъсez').or(preview.getByText('Zoл Nъсez')).first()).toBeVisible();
  await choose(page, 'Encoding', /Windows-1252/);
  await expect(preview.getByText('Zoë Núñez').first()).toBeVisible();
  await upload(page);
  await expect(notice(page)).toHaveText(
    'Visitors validated successfully: 6 added, 0 updated, 1 skipped.',
  );
  await page.goto(`${path}/visitors?searchTerm=XYZ4720`);
  await expect(page.getByText('Zoë Núñez')).toBeVisible();
});

test.describe('with choices that come late or don’t fit', () => {
  test.use({ tolerate: /status of 400/ });

  test('an upload sent before its last choice was previewed uses that choice, and one that doesn’t fit can be changed', async ({
    page,
  }) => {
    const path = await open(page, lots.withLateChoices);
    const rows = Array.from({ length: 4 }, (_, n) => `LATE 10${n};AZ;LATE 20${n}`);
    await drop(page, 'two-plates.csv', `Plate;State;Other\n${rows.join('\n')}\n`);
    await expect(page.getByText('4 rows will be added or updated.')).toBeVisible();
    await choose(page, 'Validation Code', 'WEEK');
    await page.getByText('Columns and encoding').click();
    await choose(page, 'Column Names', /Row 5/);
    await expect(page.getByText('The file has no rows after its column names.')).toBeVisible();
    await choose(page, 'Column Names', /Row 1/);
    await expect(page.getByText('4 rows will be added or updated.')).toBeVisible();
    await page.route('**/api/visitors_csv/preview/', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 5000));
      await route.continue();
    });
    await choose(page, 'What “Other” contains', 'Plate');
    await upload(page);
    await expect(notice(page)).toContainText('4 added');
    await page.goto(`${path}/visitors?searchTerm=LATE`);
    await expect(page.getByText('LATE 200')).toBeVisible();
    await expect(page.getByText('LATE 100')).toHaveCount(0);
  });
});

test.describe('with files that are refused', () => {
  test.use({ tolerate: /status of 400/ });

  test('a missing, old Excel, PDF or incomplete file is refused with a message', async ({
    page,
  }) => {
    await open(page, lots.withoutUploads);
    await upload(page);
    await expect(page.getByText('A CSV file is required')).toBeVisible();
    await expect(page.getByText('This is required')).toBeVisible();
    await drop(page, 'guests.numbers', 'PK');
    await expect(page.getByText('This is a Numbers file.')).toBeVisible();
    await choose(page, 'Validation Code', 'WEEK');
    // The server reports it, whatever its name.
    await page.getByLabel('CSV File').setInputFiles({
      name: 'guests.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    });
    await expect(page.getByText('This is an old or password-protected Excel file.')).toBeVisible();
    await drop(page, 'guests.csv', 'name\nAda\n');
    await expect(page.getByText('This is an old or password-protected Excel file.')).toHaveCount(0);
    await upload(page);
    await expect(page.getByText('Choose the column with: plate, state.')).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
  });
});

test.describe('with a server that fails', () => {
  test.use({ tolerate: /status of 50\d/ });

  test('an upload that fails, or whose progress cannot be read, shows the specified message', async ({
    page,
  }) => {
    await open(page, lots.withoutUploads);
    await failCalls(page, '**/api/upload');
    await drop(page, 'guests.csv', 'plate,state\nA1,AZ\n');
    await choose(page, 'Validation Code', 'WEEK');
    await upload(page);
    await expect(page.getByText('Uploading visitors CSV failed.')).toBeVisible();
    await failCalls(page, '**/api/visitors_csv?*');
    await page.reload();
    await expect(page.getByText('Could not check progress of upload CSV')).toBeVisible();
  });
});

test('an upload shows its progress after leaving the page and coming back', async ({ page }) => {
  await open(page, lots.second);
  const rows = Array.from({ length: 30_000 }, (_, n) => `CAR ${n},AZ`).join('\n');
  await drop(page, 'thousands.csv', `plate,state\n${rows}\n`);
  await choose(page, 'Validation Code', 'WEEK');
  await upload(page);
  const bar = page.getByRole('progressbar', { name: 'Rows processed' });
  await expect(bar).toBeVisible();
  await page.getByRole('link', { name: 'See Visitors' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visitors');
  await page.getByRole('link', { name: 'Bulk Visitor Upload' }).click();
  await expect(bar).toBeVisible();
  await expect(notice(page)).toContainText('30,000 added');
});
