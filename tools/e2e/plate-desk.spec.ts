import {
  answerCalls,
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

test('without a camera, Plate Desk and Cars say what they need, and lead an Admin to Cameras', async ({
  page,
}) => {
  const nothing = { item: null, waiting: 0, has_cameras: false };
  await answerCalls(page, /desk\/next/, nothing);
  await answerCalls(page, /reports\/outcomes\/\?/, { outcomes: [], days: [], has_cameras: false });
  await openOrganization(page, 'admin', 'Cactus', 'plate-desk');
  const desk = panel(page, 'Is this right?');
  await expect(desk).toContainText('No camera yet');
  await expectAccessibleAtBothWidths(page);
  await desk.getByRole('link', { name: 'Connect a camera' }).click();
  await expect(page).toHaveURL(/\/cameras$/);
  await openOrganization(page, 'admin', 'Cactus', 'cars');
  await expect(panel(page, 'How every car’s visit ended').getByRole('link')).toHaveText(
    'Connect a camera',
  );
});

test('without a camera, an Employee is told to ask an Admin', async ({ page }) => {
  await answerCalls(page, /desk\/next/, { item: null, waiting: 0, has_cameras: false });
  await openOrganization(page, 'employee', 'Cactus', 'plate-desk');
  const desk = panel(page, 'Is this right?');
  await expect(desk).toContainText('Ask an Admin to connect a camera');
  await expect(desk.getByRole('link')).toHaveCount(0);
});
