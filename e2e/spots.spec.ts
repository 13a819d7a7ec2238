import {
  expect,
  expectAccessible,
  expectNoOverflow,
  organizationPk,
  signIn,
  test,
} from './support/app.ts';

test('the list names every property, and a row opens it', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto(`/organization/${await organizationPk('admin', 'Cactus')}/spots?view=list`);
  await expect(page.getByText('12 properties')).toBeVisible();
  await expect(page.getByText('Month to date').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole('link', { name: 'Fifth Avenue Rooftop' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Fifth Avenue Rooftop');
});

test('search finds by name and address, lives in the address bar and says when nothing fits', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.goto(`/organization/${await organizationPk('admin', 'Cactus')}/spots?view=list`);
  const search = page.getByRole('searchbox', { name: /Search properties/ });
  await search.fill('phoenix garage');
  await expect(page.locator('main').getByRole('link')).toHaveText(['Copper Square Garage']);
  await page.reload();
  await expect(search).toHaveValue('phoenix garage');
  await search.fill('atlantis');
  await expect(page.getByText('No results found')).toBeVisible();
});

test('an Employee sees no revenue', async ({ page }) => {
  await signIn(page, 'employee');
  await page.goto(`/organization/${await organizationPk('employee', 'Cactus')}/spots?view=list`);
  await expect(page.getByText('12 properties')).toBeVisible();
  await expect(page.getByText('Month to date')).toHaveCount(0);
});

test('the menu leads to the list', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'adminOfBoth');
  await page.goto('/');
  await page.getByRole('link', { name: 'Properties' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Properties' })).toBeVisible();
});
