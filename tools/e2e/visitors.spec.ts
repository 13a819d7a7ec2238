import type { Page } from '@playwright/test';
import { choose, expect, failCalls, lineOf, openSpot, test } from './testing/app.ts';

const openVisitors = (page: Page, spot: string, search = '') =>
  openSpot(page, 'admin', spot, `visitors${search}`, 'Visitors');

test.describe('visitors', () => {
  test.use({ tolerate: /status of (400|500)/ });

  test('an Admin adds a visitor, finds them, changes and deletes them', async ({ page }) => {
    const plate = `VIS 1280`;
    await openVisitors(page, 'Sonoran');
    await page.getByRole('button', { name: '+ Add a Visitor' }).click();
    const add = page.getByRole('button', { name: 'Add', exact: true });
    await expect(page.getByRole('combobox', { name: 'Validation Code' })).toBeFocused();
    await expect(add).toBeDisabled();
    await expect(add).toHaveAccessibleDescription(/^Fill in the validation code and/);
    await expect(
      page.getByText('Fill in the validation code and the license plate to add the visitor.'),
    ).toBeVisible();
    await page.getByLabel('License Plate').press('Enter');
    await expect(page.getByText('This is required')).toHaveCount(2);
    await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('Arizona (AZ)');
    await choose(page, 'Validation Code', /^STAFF/);
    await page.getByLabel('License Plate').fill('no plate');
    await expect(page.getByText('so they can’t recognize this visitor')).toBeVisible();
    await page.getByLabel('License Plate').fill(plate.toLowerCase());
    await expect(page.getByText('so they can’t recognize this visitor')).toHaveCount(0);
    await page.getByRole('combobox', { name: 'State' }).fill('ontar');
    await page.getByRole('option', { name: 'Ontario (ON)' }).click();
    await page.getByLabel('Name (optional)').fill('Wilhelmina Featherstonehaugh-Cholmondeley');
    await page.getByLabel('Phone (optional)').fill('12');
    await add.click();
    await expect(page.getByText('Invalid phone number')).toBeVisible();
    await page.getByLabel('Phone (optional)').fill('(602) 555-0177');
    await add.click();
    await expect(page.getByText(`Added visitor with plate: ${plate} - ON`)).toBeVisible();

    await page.getByRole('searchbox').fill(plate.replace(' ', '-').toLowerCase());
    await expect(lineOf(page, plate)).toContainText('Always valid');
    await expect(page).toHaveURL(/searchTerm=/);

    await page.getByRole('button', { name: `Edit ${plate}` }).click();
    await expect(page.getByRole('combobox', { name: 'Validation Code' })).toHaveValue(/^STAFF/);
    await choose(page, 'Validation Code', /^WEEK/);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`Edited visitor with plate: ${plate} - ON`)).toBeVisible();
    await expect(lineOf(page, plate)).toContainText('WEEK');
    await expect(lineOf(page, plate)).not.toContainText('Always valid');

    await page.getByRole('button', { name: `Edit ${plate}` }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Deleted visitor successfully')).toBeVisible();
    await expect(page.getByText('No visitors found')).toBeVisible();
  });

  test('an Admin adds a guest until a time, without a code, and gives another time', async ({
    page,
  }) => {
    await openVisitors(page, 'Sonoran');
    await page.getByRole('button', { name: '+ Add a Visitor' }).click();
    await page.getByText('Until a time', { exact: true }).click();
    await page.getByLabel('License Plate').fill('GUEST 1');
    await expect(page.getByText(/^Until .* 11:59 PM$/)).toBeVisible();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Added visitor with plate: GUEST 1 - AZ')).toBeVisible();
    await page.getByRole('searchbox').fill('guest-1');
    await expect(lineOf(page, 'GUEST 1')).toContainText('11:59 PM');

    await page.getByRole('button', { name: 'Edit GUEST 1' }).click();
    await expect(page.getByRole('radio', { name: 'Until a time' })).toBeChecked();
    await choose(page, 'Until', 'In 4 hours');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Edited visitor with plate: GUEST 1 - AZ')).toBeVisible();

    await page.getByRole('button', { name: 'Edit GUEST 1' }).click();
    await page.getByText('With a code', { exact: true }).click();
    await choose(page, 'Validation Code', /^WEEK/);
    await expect(page.getByText(/^Until \w+ \d/)).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(lineOf(page, 'GUEST 1')).toContainText('WEEK');
  });

  test('visitor filters and pages are kept in the URL, invalid ones fall back, and short searches are ignored', async ({
    page,
  }) => {
    await openVisitors(page, 'Event Lot', '?page=abc&expiring=maybe&searchTerm=q');
    await expect(lineOf(page, 'Always valid').first()).toBeVisible();
    await choose(page, 'Which visitors', 'Expiring Soon Visitors');
    await expect(page).toHaveURL(/expiring=true/);
    await expect(lineOf(page, 'Always valid')).toHaveCount(0);
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/visitors')) requests.push(request.url());
    });
    await page.getByRole('searchbox').fill('zz');
    await page.getByRole('searchbox').fill('zzz');
    const searched = () => requests.map((url) => new URL(url).searchParams.get('search'));
    await expect.poll(searched).toEqual(['zzz']);
    await expect(page.getByText('No visitors found')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('searchbox')).toHaveValue('zzz');
    await page.getByRole('searchbox').fill('');
    await expect(page).not.toHaveURL(/searchTerm/);
    await test.step('a second page of visitors can be opened', async () => {
      await openVisitors(page, 'Desert Willow');
      const pages = page.getByRole('navigation', { name: 'Visitors, pages' });
      await expect(pages).toContainText('1–20 of');
      await pages.getByRole('button', { name: 'Next' }).click();
      await expect(page).toHaveURL(/page=2/);
      await expect(pages).toContainText('21–');
    });
  });

  test('visitors that cannot be read or edited show the specified message', async ({ page }) => {
    await failCalls(page, '**/api/visitors**');
    await openVisitors(page, 'Sonoran');
    await expect(page.getByText('Fetching visitors failed.')).toBeVisible();
    await page.unroute('**/api/visitors**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: /^Edit/ }).first().click();
    await failCalls(page, '**/api/visitors**');
    await page.getByLabel('Name (optional)').fill('Ada');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'edit' })).toHaveText(
      'Could not edit visitor',
    );
  });
});
