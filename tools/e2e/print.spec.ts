import type { Page } from '@playwright/test';
import {
  address,
  expect,
  expectAccessibleAtBothWidths,
  openOrganization,
  openSpot,
  test,
} from './testing/app.ts';
import { makeViolation, newPlate } from './testing/violations.ts';

/** How many pages of paper a page takes. */
async function countPages(page: Page, format: 'Letter' | 'A4'): Promise<number> {
  const pdf = await page.pdf({
    format,
    margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' },
  });
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

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

test('a notice of a violation prints on one page in two languages, and its code opens its appeal', async ({
  page,
}) => {
  const plate = newPlate();
  const code = await makeViolation('Sonoran', plate);
  await openSpot(page, 'admin', 'Sonoran', `violations?searchTerm=${code}`, 'Waive a Violation');
  await page.getByRole('link', { name: `Print notice of violation ${code}` }).click();
  const notice = page.getByRole('article', { name: `Notice of violation ${code}` });
  await expect(notice).toContainText('Parking Violation');
  await expect(notice.locator('[lang="es"]')).toContainText('Infracción de estacionamiento');
  await expect(notice).toContainText(plate);
  await expect(notice).toContainText(`open ${new URL(address).host}/appeal and enter`);
  const drawn = notice.getByRole('img', { name: /^QR code/ });
  await expect(drawn).toHaveAccessibleName(`QR code of ${address}/appeal?code=${code}`);
  await expectAccessibleAtBothWidths(page);
  for (const format of ['Letter', 'A4'] as const) {
    expect(await countPages(page, format), format).toBe(1);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Notice to Print' })).toHaveCount(0);
});

test('a driver’s violation prints with its evidence on one page, without the forms', async ({
  page,
}) => {
  const plate = newPlate();
  const code = await makeViolation('Sonoran', plate);
  await page.goto(`${address}/appeal?code=${code}`);
  await page.getByLabel('License plate').fill(plate);
  await page.getByRole('button', { name: 'Find my violation' }).click();
  await expect(page.getByRole('button', { name: 'Send appeal' })).toBeVisible();
  expect(await countPages(page, 'Letter')).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Unpaid from')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
});
