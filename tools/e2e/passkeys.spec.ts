import { confirmationMessages } from '@lotkeeper/contract/kernel/confirmation';
import type { Page } from '@playwright/test';
import {
  address,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  panel,
  test,
  tokenOf,
} from './testing/app.ts';

/** Passkeys need a name instead of an address in numbers. */
const named = address.replace('127.0.0.1', 'localhost');

test.use({ tolerate: /status of 403/ });

/** Gives the browser an authenticator that the person touches at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a passkey is added, signs in, confirms, and is removed', async ({ page }) => {
  await addAuthenticator(page);
  await page.context().addCookies([{ name: 'auth', value: tokenOf('employee'), url: named }]);
  await page.goto(`${named}/account`);
  const passkeys = panel(page, 'Passkeys');
  await expect(passkeys).toContainText('No passkey yet');
  await test.step('it is added under a name', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByLabel('Name')).toHaveValue(/Chrome/);
    await expectAccessible(page);
    await page.getByLabel('Name').fill('Front desk');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(passkeys.getByRole('row', { name: /Front desk/ })).toContainText('Never');
    await expect(panel(page, 'Signed in')).toContainText('(this one)');
    await expectAccessibleAtBothWidths(page);
  });
  await test.step('it signs in', async () => {
    await page.context().clearCookies({ name: 'auth' });
    await page.goto(`${named}/login`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL(/\/organization\/\d+\/spots/);
    expect((await page.context().cookies(named)).map(({ name }) => name)).toContain('auth');
  });
  await test.step('it confirms who somebody is, and a device has one passkey of a person', async () => {
    await page.goto(`${named}/account`);
    await expect(passkeys.getByRole('row', { name: /Front desk/ })).not.toContainText('Never');
    await page.route(
      '**/api/passkeys/options/',
      (route) =>
        route.fulfill({
          status: 403,
          json: { detail: confirmationMessages.required, code: 'confirmation_required' },
        }),
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Use a passkey instead' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await expect(dialog).toContainText('This device has a passkey of yours already.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });
  await test.step('once removed, it signs nobody in', async () => {
    await page.getByRole('button', { name: 'Remove Front desk' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await expect(passkeys).toContainText('No passkey yet');
  });
});
