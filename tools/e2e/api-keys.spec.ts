import { confirmationMessages } from '@lotkeeper/contract/kernel/confirmation';
import {
  address,
  callAs,
  callWith,
  expect,
  expectAccessible,
  expectNoOverflow,
  newestMessage,
  openOrganization,
  organizationPk,
  readMessages,
  spotNamed,
  test,
} from './testing/app.ts';

test('an Admin creates an API key that a program can use until it is revoked', async ({
  page,
  context,
}, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address });
  const name = `Booking site ${info.retry}`;
  await openOrganization(page, 'adminOfBoth', 'Lakeshore', 'api-keys');
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  const create = page.getByRole('button', { name: 'Create key' });
  await expect(create).toBeDisabled();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Reviews').check();
  await create.click();
  await page.getByRole('button', { name: 'Copy key' }).click();
  await expect(page.getByRole('button', { name: 'Key copied' })).toBeVisible();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page.getByText(key)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(key)).toHaveCount(0);

  const { spot } = await spotNamed('adminOfBoth', 'Harbor View');
  const review = {
    source: 'e2e',
    external_id: 'review',
    spot: spot.pk,
    rating: 5,
    created_at: '2026-06-15T12:00:00Z',
  };
  const send = () => callWith(key, '/api/ingest/reviews/', { items: [review] });
  await send();

  await page.reload();
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await expect(page.getByRole('heading', { name: `Revoke ${name}?` })).toBeVisible();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByRole('button', { name: `Revoke ${name}` })).toHaveCount(0);
  await expect(page.getByText('Revoked just now').first()).toBeVisible();
  await expect(() => expect(send()).rejects.toThrow('answered 401')).toPass();
});

test.describe('after fifteen minutes', () => {
  test.use({ tolerate: /status of 40[03]/ });

  test('a key needs a fresh code, a wrong one says so, and the form is kept', async ({ page }) => {
    const pk = await organizationPk('adminOfBoth', 'Lakeshore');
    const { email } = await callAs<{ email: string }>('adminOfBoth', '/api/v2/profiles/me');
    // The session of this test is new.
    await page.route(
      `**/api/organizations/${pk}/api_keys/`,
      (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({
              status: 403,
              json: { detail: confirmationMessages.required, code: 'confirmation_required' },
            })
          : route.fallback(),
      { times: 3 },
    );
    await openOrganization(page, 'adminOfBoth', 'Lakeshore', 'api-keys');
    await page.getByRole('button', { name: 'Create API key' }).first().click();
    await page.getByLabel('Name').fill('After lunch');
    await page.getByLabel('Reviews').check();
    const { length: sent } = await readMessages(email);
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    await expect(dialog).toContainText('finds the code in its outbox');
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await page.unrouteAll();
    const code = (await newestMessage(email, sent)).slice(0, 6);
    await page.keyboard.type(code === '111111' ? '222222' : '111111');
    await expect(dialog).toContainText('This code is wrong or has expired.');
    await page.keyboard.type(code);
    await expect(page.getByRole('button', { name: 'Copy key' })).toBeVisible();
  });
});
