import { choose, expect, expectAccessible, openSpot, test } from './testing/app.ts';

test('a superuser creates, views, edits and deletes a rate with a curve', async ({ page }) => {
  const name = 'Early bird';
  await openSpot(page, 'superuser', 'Lagoon', 'rates?view=week');
  await page.getByRole('button', { name: '+ Add Rate' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This is required').first()).toBeVisible();
  await page.getByLabel('Name').fill(name);
  await choose(page, 'Pricing model', 'Stepwise', true);
  await page.getByLabel('Up to minutes').fill('90');
  await page.getByLabel('Price in $').fill('3.50');
  await expect(page.getByRole('figure').getByText('Price by length of stay').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Added rate: ${name}`)).toBeVisible();

  const rate = page.getByRole('button', { name }).first();
  await expect(rate).toContainText('$3.50 an hour, stepwise');
  await rate.click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog.getByText('up to 1 hr 30 min: $3.50')).toBeVisible();
  await page.getByRole('button', { name: 'Edit rate' }).click();
  await page.getByLabel('Priority').fill('12');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Updated rate: ${name}`)).toBeVisible();
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('button', { name: 'Delete rate' }).click();
  await page.getByRole('button', { name: 'Delete rate' }).click();
  await expect(page.getByText(`Deleted rate: ${name}`)).toBeVisible();
  await expect(page.getByRole('button', { name })).toHaveCount(0);
});

test('an experiment on the Rates calendar opens with its segments', async ({ page }) => {
  await openSpot(page, 'superuser', 'Fifth Avenue', 'rates');
  await page.getByText('Month', { exact: true }).click();
  await expect(page).toHaveURL(/view=month/);
  await page.getByRole('button', { name: 'First hour' }).first().click();
  await expect(page.getByRole('row', { name: 'A dollar less 20% $37 an hour' })).toBeVisible();
});
