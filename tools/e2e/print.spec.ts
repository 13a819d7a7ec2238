import { expect, openOrganization, openSpot, test } from './testing/app.ts';

test('a dark Detail page prints its name, figures and charts, black on white and without buttons', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openSpot(page, 'admin', 'Copper Square Garage', 'detail');
  await expect(page.getByRole('figure').first()).toBeVisible();
  const scheme = page.locator('html');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Copper Square Garage');
  await expect(
    page.locator('[aria-hidden] > span', { hasText: 'Cactus & Coast Parking' }),
  ).toBeVisible();
  await expect(page.getByText('This year so far')).toBeVisible();
  await expect(page.getByRole('figure').first().locator('svg[focusable]')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Show as table/ })).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: 'Menu' })).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('a printed report stays a table, and a printed income statement shows its dates', async ({
  page,
}) => {
  await openSpot(page, 'admin', 'Copper Square Garage', 'reports');
  await expect(page.getByRole('table').first()).toBeVisible();
  // The width of a letter-size page within its margins.
  await page.setViewportSize({ width: 720, height: 960 });
  await page.emulateMedia({ media: 'print' });
  const table = page.getByRole('table', { name: /^Revenue by day/ });
  await expect(table).toBeVisible();
  const { width } = (await table.boundingBox()) ?? { width: 0 };
  expect(width).toBeLessThanOrEqual(720);
  await openOrganization(page, 'admin', 'Cactus', 'income-statement');
  await expect(page.getByText('Net revenue', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Dates/ })).toBeVisible();
});
