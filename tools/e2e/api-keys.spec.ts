import {
  address,
  callWith,
  expect,
  expectAccessible,
  openOrganization,
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
