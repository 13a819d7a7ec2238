import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  makeKey,
  openOrganization,
  organizationPk,
  sendRental,
  signIn,
  spotNamed,
  test,
} from './testing/app.ts';
import { newPlate } from './testing/violations.ts';

const lot = 'Copper Square Garage';

const field = (page: Page) => page.getByLabel('License plate');
const answer = (page: Page) => page.getByRole('status').filter({ has: page.locator('dl') });

test('an enforcer begins with the check of a plate @phone', async ({ page }) => {
  await signIn(page, 'enforcer');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Check a Plate' })).toBeVisible();
  await expect(field(page)).toBeFocused();
});

test.describe('a plate', () => {
  test.use({ tolerate: /ERR_INTERNET_DISCONNECTED|status of 409/ });

  test('that paid is distinguished from one that didn’t, whose violation says its price before @phone', async ({
    page,
    context,
  }) => {
    const organization = await organizationPk('enforcer', 'Cactus');
    const { pk } = (await spotNamed('enforcer', lot)).spot;
    const key = await makeKey('admin', organization, ['rentals']);
    const paid = newPlate();
    await sendRental(key, pk, paid, paid);
    await openOrganization(page, 'enforcer', 'Cactus', `check?spotPk=${pk}`);
    await field(page).fill(`${paid.toLowerCase()} az`);
    await field(page).press('Enter');
    await expect(answer(page)).toContainText(/Paid until/);
    await expect(page.getByRole('button', { name: /violation/i })).toHaveCount(0);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Next plate' }).click();
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue('');
    const unknown = newPlate();
    await field(page).fill(unknown);
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(answer(page)).toContainText('Nothing known');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Write a violation, \$/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(/owes \$\d+ at Copper Square Garage/);
    await dialog.getByRole('button', { name: /^Write it, \$/ }).click();
    await expect(page.getByText(/^Violation \w+ is open: \$\d+\.$/)).toBeVisible();

    await context.setOffline(true);
    await page.getByRole('button', { name: 'Next plate' }).click();
    await page.getByRole('button', { name: new RegExp(`^${paid}`) }).click();
    await expect(page.getByRole('alert')).toContainText('No connection. This is what was known');
    await expect(answer(page)).toContainText(/Paid until/);
    await page.getByRole('button', { name: 'Next plate' }).click();
    await field(page).fill(newPlate());
    await field(page).press('Enter');
    await expect(page.getByRole('alert')).toContainText('remembers nothing of this plate');
    await context.setOffline(false);
  });
});
