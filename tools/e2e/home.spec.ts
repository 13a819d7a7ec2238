import type { Home } from '@lotkeeper/contract/money/home';
import {
  callAs,
  expect,
  expectAccessibleAtBothWidths,
  linkFor,
  openOrganization,
  organizationPk,
  panel,
  test,
} from './testing/app.ts';

test('who reads the money of several properties begins at a home over all of them', async ({
  page,
}) => {
  await page.goto(linkFor('accountant'));
  await expect(page).toHaveURL(/\/organization\/\d+\/home$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^Good (morning|afternoon|evening), /,
  );
  await expect(panel(page, 'Needs you')).toHaveCount(0);
  // The address that the specification redirects goes where it says.
  await page.goto('/');
  await expect(page).not.toHaveURL(/\/home$/);
});

test('the home shows what the ledger sums, and what needs a person opens its page', async ({
  page,
}) => {
  const organization = await organizationPk('admin', 'Cactus');
  const { properties } = await callAs<Home>(
    'admin',
    `/api/reports/home?organization=${organization}`,
  );
  await openOrganization(page, 'admin', 'Cactus', 'home');
  const table = page.getByRole('table', { name: 'Properties' });
  await expect(table.locator('tbody tr')).toHaveCount(properties.length);
  const sum = properties.reduce((total, { month }) => total + month.net, 0);
  const shown = panel(page, 'All properties')
    .locator('dl > div')
    .filter({ hasText: 'so far, net' });
  const text = `$${Math.round(sum / 100).toLocaleString('en-US')}`;
  await expect(shown.locator('dd').first()).toContainText(text);
  await expectAccessibleAtBothWidths(page);
  await panel(page, 'Needs you')
    .getByRole('link', { name: /is owed$/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who Owes');
});
