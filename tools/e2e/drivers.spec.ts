import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Who } from './testing/app.ts';
import { expect, lineOf, openSpot, test } from './testing/app.ts';

const openDrivers = (page: Page, spot: string, search = '', who: Who = 'admin') =>
  openSpot(page, who, spot, `drivers${search}`, 'Drivers');

const tab = (page: Page, name: string) => page.getByRole('radio', { name });
const chooseTab = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Which drivers' }).getByText(name).click();

test.describe('drivers', () => {
  test.use({ tolerate: /status of (400|409|500)/ });

  test('an Admin adds a monthly driver, changes their plate, applies a discount code and removes them', async ({
    page,
  }) => {
    const plate = `D${randomUUID().slice(0, 7)}`.toUpperCase();
    await openDrivers(page, 'Copper');
    await page.getByRole('button', { name: 'Add Driver' }).click();
    const dialog = page.getByRole('dialog');
    const add = dialog.getByRole('button', { name: 'Add Driver' });
    await expect(add).toBeDisabled();
    await dialog.getByLabel('Email').fill('wilhelmina@');
    await dialog.getByLabel('First Name').fill('Wilhelmina');
    await expect(dialog.getByText('Invalid email')).toBeVisible();
    await dialog.getByLabel('Email').fill('wilhelmina@example.com');
    await dialog.getByLabel('License Plate').fill(plate.toLowerCase());
    await dialog.getByLabel('Last Name').fill('Featherstonehaugh-Cholmondeley');
    await expect(dialog.getByText('License plate state is required')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'State' }).fill('ariz');
    await page.getByRole('option', { name: 'Arizona (AZ)' }).click();
    await add.click();
    await expect(page.getByText('Driver added successfully')).toBeVisible();

    await page.getByRole('searchbox').fill(plate);
    await expect(lineOf(page, plate)).toContainText('wilhelmina@example.com');

    await page.getByRole('button', { name: `Edit ${plate}`, exact: true }).click();
    const update = dialog.getByRole('button', { name: 'Update' });
    await expect(update).toBeDisabled();
    // The dialog moves the focus once it is open: anything typed before that goes into the wrong field.
    await expect(dialog.getByLabel('License Plate')).toBeFocused();
    await dialog.getByLabel('Discount Code').fill('nosuchcode');
    await dialog.getByLabel('License Plate').fill(`${plate}X`);
    await update.click();
    await expect(dialog.getByText('This property has no such discount code.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: `Edit ${plate}X` })).toHaveCount(0);
    await page.getByRole('button', { name: `Edit ${plate}`, exact: true }).click();
    await expect(dialog.getByLabel('License Plate')).toBeFocused();
    await dialog.getByLabel('Discount Code').fill('welcome15');
    await dialog.getByLabel('License Plate').fill(`${plate}X`);
    await update.click();
    await expect(page.getByText('Rental updated successfully')).toBeVisible();
    await expect(lineOf(page, `${plate}X`)).toContainText('WELCOME15');
    await page.getByRole('button', { name: `Edit ${plate}X` }).click();
    await expect(dialog.getByLabel('Discount Code')).not.toBeEditable();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: `Remove ${plate}X` }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Driver removed successfully')).toBeVisible();
    await expect(page.getByText('No drivers found')).toBeVisible();
  });

  test('driver filters are kept in the URL, invalid ones fall back, and another tab resets them', async ({
    page,
  }) => {
    await openDrivers(page, 'Copper', '?tab=no&slotState=gone&rentalType=x&page=-1');
    await expect(tab(page, 'Monthly')).toBeChecked();
    await expect(page.getByRole('button', { name: /^Edit/ }).first()).toBeVisible();
    await page.getByRole('searchbox').fill('zzzz');
    await expect(page).toHaveURL(/searchTerm=zzzz/);
    await expect(page.getByText('No drivers found')).toBeVisible();
    await chooseTab(page, 'Transient');
    await expect(page).toHaveURL(/tab=transient/);
    await expect(page).not.toHaveURL(/searchTerm/);
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await chooseTab(page, 'Tenants');
    await expect(page.getByText('Active Rentals').first()).toBeVisible();
    await test.step('a property without tenants says so, and one without monthly rentals opens with transient drivers', async () => {
      await openDrivers(page, 'Sonoran', '?tab=tenants');
      await expect(page.getByText('Tenant billing is not enabled at your property')).toBeVisible();
      await openDrivers(page, 'Sonoran');
      await expect(tab(page, 'Transient')).toBeChecked();
    });
  });

  test('an Enforcer reads the drivers and can change nothing', async ({ page }) => {
    await openDrivers(page, 'Copper', '', 'enforcer');
    await expect(
      page.getByText('License Plate').or(page.getByText('Driver')).first(),
    ).toBeVisible();
    await expect(page.getByRole('searchbox')).toBeVisible();
    await expect(page.getByRole('button', { name: /Add Driver|^Edit|^Remove/ })).toHaveCount(0);
  });
});
