import { formatMoneyShort } from '@lotkeeper/contract/kernel/format';
import {
  callAs,
  downloadBy,
  expect,
  openOrganization,
  organizationPk,
  panel,
  test,
} from './testing/app.ts';

interface Receivables {
  count: number;
  total_amount: number;
  results: { kind: string; debtor: string; spot: { name: string } }[];
}

test('an Admin goes from This Week to who owes at all properties, filters, downloads, and opens a story', async ({
  page,
}) => {
  const organization = await organizationPk('admin', 'Cactus');
  const ask = (filters = '') =>
    callAs<Receivables>('admin', `/api/receivables/?organization=${organization}${filters}`);
  const all = await ask();
  await openOrganization(page, 'admin', 'Cactus', 'week');
  await panel(page, 'Who owes').getByRole('link').first().click();
  await expect(page).toHaveTitle('Who Owes · Lotkeeper');
  const list = panel(page, 'Not paid yet');
  const owed = formatMoneyShort(all.total_amount);
  await expect(list).toContainText(`${all.count} open, ${owed} owed`);
  const rows = list.getByRole('table').locator('tbody tr');
  await expect(rows.first()).toContainText(all.results[0]?.debtor ?? '');
  await expect(rows.first()).toContainText(all.results[0]?.spot.name ?? '');
  const file = await downloadBy(page.getByRole('button', { name: 'Download' }));
  expect(file.name).toBe('who-owes cactus-coast-parking.csv');
  expect(file.content.toString().trim().split('\r\n')).toHaveLength(all.count + 1);
  const choose = async (filter: string, option: string) => {
    await page.getByRole('combobox', { name: filter }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose('Age', 'Older than 30 days');
  await expect(page).toHaveURL(/older=30/);
  for (const [kind, name] of [
    ['monthly', 'Monthly parking'],
    ['tenant', 'Tenant invoice'],
  ] as const) {
    await choose('For', name);
    const { count } = await ask(`&older_than=30&kind=${kind}`);
    expect(count).toBeGreaterThan(0);
    await expect(list).toContainText(`${count} open`);
  }
  await choose('Age', 'All');
  await choose('For', 'Violation');
  await rows.first().getByRole('rowheader').getByRole('link').click();
  await expect(page).toHaveURL(/\/violations\/[0-9a-f-]{36}$/);
});
