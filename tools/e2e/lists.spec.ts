import { choose, expect, openSpot, signIn, spotNamed, test, visit } from './testing/app.ts';

test('a page number past the end is replaced on every list', async ({ page }) => {
  await signIn(page, 'admin');
  const { path } = await spotNamed('admin', 'Copper Square Garage');
  const organization = path.split('/spots/')[0] ?? '';
  const lists = [
    `${path}/visitors`,
    `${path}/promos`,
    `${path}/drivers`,
    `${path}/visibility`,
    `${organization}/payouts`,
    `${organization}/audit-log`,
    organization.replace('organization', 'valet'),
  ];
  for (const list of lists) {
    await visit(page, `${list}?page=999`);
    await expect(page, list).not.toHaveURL(/page=999/);
  }
});

test('Back and Forward undo and redo turning a page and changing a filter', async ({ page }) => {
  await openSpot(page, 'admin', 'Copper Square Garage', 'drivers');
  const pages = page.getByRole('navigation', { name: /drivers, pages/ });
  await expect(pages).toContainText(/^1–20 of \d+/);
  await pages.getByRole('button', { name: 'Next' }).click();
  await expect(pages).toContainText('21–40 of');
  await page.goBack();
  await expect(pages).toContainText('1–20 of');
  await page.goForward();
  await expect(pages).toContainText('21–40 of');
  await choose(page, 'State of the rental', 'Upcoming');
  await expect(page).toHaveURL(/slotState=upcoming/);
  await page.goBack();
  await expect(page).toHaveURL(/page=2/);
});
