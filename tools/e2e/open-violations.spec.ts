import {
  callAs,
  downloadBy,
  expect,
  expectAccessibleAtBothWidths,
  openOrganization,
  organizationPk,
  panel,
  test,
} from './testing/app.ts';

interface Open {
  count: number;
  total_amount: number;
  results: { plate: string; spot: { name: string } }[];
}

test('an Admin goes from This Week to who owes at all properties, filters by age, downloads, and opens a story', async ({
  page,
}) => {
  const organization = await organizationPk('admin', 'Cactus');
  const all = await callAs<Open>('admin', `/api/tickets/open/?organization=${organization}`);
  await openOrganization(page, 'admin', 'Cactus', 'week');
  await panel(page, 'Open violations').getByRole('link').first().click();
  await expect(page).toHaveTitle('Open Violations · Lotkeeper');
  const list = panel(page, 'Open violations');
  const owed = Math.round(all.total_amount / 100).toLocaleString('en-US');
  await expect(list).toContainText(`${all.count} open, $${owed} owed`);
  const rows = list.getByRole('table').locator('tbody tr');
  await expect(rows.first()).toContainText(all.results[0]?.plate ?? '');
  await expect(rows.first()).toContainText(all.results[0]?.spot.name ?? '');
  await expectAccessibleAtBothWidths(page);
  const file = await downloadBy(page.getByRole('button', { name: 'Download' }));
  expect(file.name).toBe('open-violations cactus-coast-parking.csv');
  expect(file.content.toString().trim().split('\r\n')).toHaveLength(all.count + 1);
  await page.getByRole('combobox', { name: 'Age' }).click();
  await page.getByRole('option', { name: 'Older than 30 days' }).click();
  await expect(page).toHaveURL(/older=30/);
  await page.getByRole('combobox', { name: 'Age' }).click();
  await page.getByRole('option', { name: 'All' }).click();
  await rows.first().getByRole('rowheader').getByRole('link').click();
  await expect(page).toHaveURL(/\/violations\/[0-9a-f-]{36}$/);
});
