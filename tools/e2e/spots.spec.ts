import { expect, openOrganization, test } from './testing/app.ts';

test('the property list counts, sorts and searches, the URL keeps it, and a row opens its property', async ({
  page,
}) => {
  await openOrganization(page, 'admin', 'Cactus', 'spots?view=list');
  await expect(page.getByText('12 properties')).toBeVisible();
  // The other links are figures, which change while cars come and go.
  const names = page.getByRole('main').locator('a[href$="/detail"]');
  const asListed = await names.allTextContents();
  const money = page.getByRole('columnheader', { name: 'Gross this month' });
  await expect(money).toHaveAttribute('aria-sort', 'none');
  await money.getByRole('button').click();
  await expect(money).toHaveAttribute('aria-sort', 'descending');
  const amounts = await page.locator('tbody tr td:nth-child(3)').allTextContents();
  const numbers = amounts.map((text) => Number(text.replace(/[^\d.-]/g, '')));
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  await expect(page).toHaveURL(/sort=-revenue/);
  await page.reload();
  await expect(names.first()).toBeVisible();
  expect(await names.allTextContents()).not.toEqual(asListed);
  await page.goBack();
  await expect(names).toHaveText(asListed);
  await page.goto(`${new URL(page.url()).pathname}?view=list&sort=nothing`);
  await expect(names).toHaveText(asListed);
  const search = page.getByRole('searchbox', { name: /Search properties/ });
  await test.step('the search finds properties by name and address, stays in the URL, and says when nothing matches', async () => {
    await search.fill('phoenix garage');
    // Its name, its revenue, and its form.
    await expect(page.getByRole('table').getByRole('link')).toHaveText([
      'Copper Square Garage',
      /^\$/,
      'Edit Copper Square Garage',
    ]);
    await page.reload();
    await expect(search).toHaveValue('phoenix garage');
    await search.fill('atlantis');
    await expect(page.getByText('No results found')).toBeVisible();
  });
  await test.step('a row opens its property', async () => {
    await search.fill('');
    await page.getByRole('link', { name: 'Fifth Avenue Rooftop', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Fifth Avenue Rooftop');
  });
});

test('an Employee’s property list shows no revenue', async ({ page }) => {
  await openOrganization(page, 'employee', 'Cactus', 'spots?view=list');
  await expect(page.getByText('12 properties')).toBeVisible();
  await expect(page.getByText('Gross this month')).toHaveCount(0);
});
