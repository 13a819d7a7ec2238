import {
  address,
  callAs,
  downloadBy,
  expect,
  openOrganization,
  organizationPk,
  signIn,
  test,
} from './testing/app.ts';

interface Linked {
  name: string;
  webflow_page_url: string | null;
}

test('an Employee copies a property’s booking link, and the button says so for two seconds', {
  tag: '@clock',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address });
  await page.clock.install({ time: '2026-11-21T12:00:00Z' });
  await signIn(page, 'employee');
  const cactus = await organizationPk('employee', 'Cactus');
  const spots = await callAs<Linked[]>('employee', `/api/spots?organization=${cactus}`);
  await page.goto(`/organization/${cactus}/advertising`);
  await expect(page).toHaveTitle('Advertising · Lotkeeper');
  const entries = page.getByRole('main').locator('tbody tr');
  await expect(entries).toHaveCount(spots.length);
  const copper = spots.find((spot) => spot.name.startsWith('Copper'));
  const entry = entries.filter({ hasText: copper?.name ?? 'none' });
  await expect(entry).toContainText(copper?.webflow_page_url?.replace('https://', '') ?? 'none');
  await page.clock.pauseAt('2026-11-21T13:00:00Z');
  await entry.getByRole('button', { name: 'Copy Link' }).click();
  const copied = entry.getByRole('button', { name: 'Link copied!' });
  await expect(copied).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(copper?.webflow_page_url);
  await page.clock.runFor(1900);
  await expect(copied).toBeVisible();
  await page.clock.runFor(200);
  await expect(copied).toHaveCount(0);
});

test('the QR code of a property is saved as SVG and as PNG, and one without a booking link has none', async ({
  page,
}) => {
  await openOrganization(page, 'admin', 'Cactus', 'advertising');
  await page.getByRole('button', { name: 'QR code of Copper Square' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const save = (kind: string) =>
    downloadBy(dialog.getByRole('button', { name: `Download ${kind}` }));
  const svg = await save('SVG');
  expect(svg.name).toBe('Copper-Square-Garage-QR-code.svg');
  expect(String(svg.content)).toContain('<svg xmlns="http://www.w3.org/2000/svg"');
  const png = await save('PNG');
  expect(png.name).toBe('Copper-Square-Garage-QR-code.png');
  expect(png.content.subarray(1, 4).toString()).toBe('PNG');
  // A PNG's first chunk contains its width and height.
  const width = png.content.readUInt32BE(16);
  expect(width).toBe(png.content.readUInt32BE(20));
  expect(width).toBeGreaterThan(1000);
  await test.step('a property without a booking link says so and shows no button or QR code', async () => {
    await page.keyboard.press('Escape');
    const entry = page.getByRole('main').getByRole('row').filter({ hasText: 'Desert Willow' });
    await expect(entry).toContainText('This property has no booking link yet');
    await expect(entry.getByRole('link', { name: /^Add a booking link/ })).toHaveAttribute(
      'href',
      /\/edit-property\?spotPk=\d+$/,
    );
    await expect(entry.getByRole('button')).toHaveCount(0);
  });
});
