import {
  address,
  choose,
  expect,
  expectAccessible,
  openOrganization,
  panel,
  test,
} from './testing/app.ts';

// A private address is refused.
test.use({ tolerate: /status of 400/ });

test('an Admin adds a webhook, sees why a test failed, and pauses and removes it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address });
  await openOrganization(page, 'adminOfBoth', 'Lakeshore', 'api-keys');
  await page.getByRole('main').getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByRole('heading', { name: 'Webhooks', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const add = page.getByRole('button', { name: 'Add webhook' });
  await expect(add).toBeDisabled();
  const url = 'https://localhost/hooks';
  await page.getByLabel('URL').fill('https://127.0.0.1/hooks');
  await page.getByLabel('rental.created').check();
  await page.getByLabel('payment.recorded').check();
  await add.click();
  await expect(page.getByText(/private or reserved address/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('URL').fill(url);
  await add.click();
  await page.getByRole('button', { name: 'Copy secret' }).click();
  await expect(page.getByRole('button', { name: 'Secret copied' })).toBeVisible();
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(secret)).toHaveCount(0);

  await page.getByRole('button', { name: `Send a test to ${url}` }).click();
  await expect(page.getByText('A test is on its way.')).toBeVisible();
  const deliveries = panel(page, 'Deliveries');
  await expect(deliveries.getByText('webhook.test')).toBeVisible();
  await expect(deliveries.getByText('Failed', { exact: true })).toBeVisible();
  await expect(page.getByText('Failing', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Open webhook.test' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/"message": "Lotkeeper can reach this webhook."/)).toBeVisible();
  await expect(
    dialog.getByText('Its host has a private or reserved address, which isn’t allowed.'),
  ).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(dialog).toHaveCount(0);
  await choose(page, 'State', 'Delivered');
  await expect(deliveries.getByText('No deliveries found')).toBeVisible();

  await page.getByRole('button', { name: `Pause ${url}` }).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Resume ${url}` }).click();
  await page.getByRole('button', { name: `New secret for ${url}` }).click();
  await page.getByRole('button', { name: 'Replace secret' }).click();
  await expect(page.getByText(/signed with the secret before too/)).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: `Edit ${url}` }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove webhook' }).click();
  await expect(page.getByText('Your webhooks will be listed here')).toBeVisible();
});
