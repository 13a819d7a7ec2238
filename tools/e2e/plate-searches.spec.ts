import { randomUUID } from 'node:crypto';
import { expect, signIn, spotNamed, test } from './testing/app.ts';

test('an Admin sees who searched for a plate, where, and when', async ({ page }) => {
  await signIn(page, 'admin');
  const { organization, path } = await spotNamed('admin', 'Copper Square Garage');
  const plate = `S${randomUUID().slice(0, 7)}`.toUpperCase();
  await page.goto(`${path}/drivers`);
  const answered = page.waitForResponse((response) => response.url().includes(plate));
  await page.getByRole('searchbox').fill(plate);
  expect((await answered).status()).toBe(200);

  await page.goto(`/organization/${organization.pk}/privacy`);
  await page.getByRole('link', { name: 'Plate Searches' }).click();
  await expect(page.getByRole('heading', { name: 'Plate Searches', level: 1 })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Plate, name, or number' }).fill(plate);
  await expect(page).toHaveURL(new RegExp(`search=${plate}`));
  const searches = page.getByRole('region', { name: 'Searches' });
  await expect(searches).toContainText('Drivers');
  await expect(searches).toContainText('Copper Square Garage');
  await expect(searches).toContainText(plate);
  await expect(page.getByRole('checkbox', { name: 'Ask for a purpose' })).not.toBeChecked();
});
