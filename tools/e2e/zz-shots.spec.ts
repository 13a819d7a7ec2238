import { callAs, expect, openOrganization, test } from './testing/app.ts';

test.use({ tolerate: /./ });
test('shots', async ({ page }) => {
  const pk = await openOrganization(page, 'admin', 'Cactus', 'books');
  for (const format of ['xero', 'quickbooks_desktop']) {
    await callAs('admin', `/api/organizations/${pk}/book_exports/`, {
      first_month: format === 'xero' ? '2025-03-01' : '2026-01-01',
      last_month: format === 'xero' ? '2025-12-01' : '2026-01-01',
      format,
      grouping: 'month',
      property_field: 'class',
    }).catch((e) => console.log(String(e)));
  }
  await page.reload();
  await page.waitForTimeout(1500);
  for (const [w, h] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width: w, height: h });
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/tmp/books-${w}-${scheme}.png` });
      await page.getByRole('button', { name: 'Export journals' }).first().click();
      await page.waitForTimeout(900);
      await page.screenshot({ path: `/tmp/books-${w}-${scheme}-export.png` });
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Accounts' }).click();
      await page.waitForTimeout(900);
      await page.screenshot({ path: `/tmp/books-${w}-${scheme}-accounts.png` });
      await page.getByRole('button', { name: 'Cancel' }).click();
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/organization/${pk}/income-statement`);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/statement.png' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: '/tmp/statement-390.png' });
  expect(1).toBe(1);
});
