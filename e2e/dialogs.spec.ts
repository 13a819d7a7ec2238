import { expect, signIn, spotNamed, test } from './support/app.ts';

test('the footer of a dialog stays in view when the dialog is taller than the window', async ({
  page,
}, info) => {
  const isWide = info.project.name === 'wide';
  await page.setViewportSize(isWide ? { width: 1366, height: 768 } : { width: 390, height: 664 });
  await signIn(page, 'admin');
  const { path } = await spotNamed('admin', 'Sonoran');
  const dialogs = [
    ['events', '+ Add Event', 'Save'],
    ['promos', '+ Add Discount Code', 'Add Discount Code'],
    ['codes', '+ Add Validation Code', 'Save'],
    ['visitors', '+ Add a Visitor', 'Add'],
  ] as const;
  for (const [name, open, save] of dialogs) {
    await page.goto(`${path}/${name}`);
    await page.getByRole('button', { name: open }).click();
    const dialog = page.getByRole('dialog');
    const button = dialog.getByRole('button', { name: save, exact: true });
    await expect(button, name).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
  }
});

test('the kiosk setup shows the error of invalid hours and keeps what was typed', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const { path } = await spotNamed('admin', 'Sonoran');
  await page.goto(`${path}/kiosk-generator`);
  const hours = page.getByLabel('Hours', { exact: true });
  await hours.fill('2.5');
  await page.getByLabel('Staff PIN').fill('4711');
  await page.getByRole('button', { name: 'Start Kiosk' }).click();
  await expect(page.getByText('Enter a whole number.')).toBeVisible();
  await expect(hours).toHaveValue('2.5');
  await hours.fill('9999');
  await expect(page.getByText('Must be at most 31 days (744 hours).')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The kiosk is ready' })).toHaveCount(0);
});
