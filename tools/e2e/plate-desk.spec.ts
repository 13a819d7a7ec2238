import {
  callAs,
  expect,
  expectAccessibleAtBothWidths,
  openOrganization,
  organizationPk,
  panel,
  test,
} from './testing/app.ts';

interface Taken {
  item: { visit: number; plate: string } | null;
  waiting: number;
}

test('doubtful cars are decided by keys, undone, and skipped', async ({ page }) => {
  const organization = await organizationPk('admin', 'Cactus');
  const ask = () =>
    callAs<Taken>('admin', `/api/organizations/${organization}/desk/next/`, {
      spot: null,
      skipped: [],
    });
  const { item, waiting } = await ask();
  expect(waiting).toBeGreaterThan(2);
  await openOrganization(page, 'admin', 'Cactus', 'plate-desk');
  const desk = panel(page, 'Is this right?');
  const waits = (count: number) => expect(desk).toContainText(`${count} cars wait`);
  await waits(waiting);
  await expect(desk).toContainText(item?.plate ?? '');
  await expectAccessibleAtBothWidths(page);

  await page.keyboard.press('m');
  await waits(waiting - 1);
  await expect(page.getByText(`${item?.plate} is misread.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1);
  await expect(desk).not.toContainText(item?.plate ?? '');
  await page.keyboard.press('u');
  await expect(desk).toContainText(item?.plate ?? '');

  await page.keyboard.press('s');
  await expect(desk).not.toContainText(item?.plate ?? '');
  await desk.getByRole('button', { name: /Not a customer/ }).click();
  await expect(page.getByText(/isn’t a customer\.$/)).toBeVisible();
});
