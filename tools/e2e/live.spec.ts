import type { Locator, Page } from '@playwright/test';
import {
  expect,
  makeKey,
  organizationPk,
  sendRental,
  signIn,
  spotNamed,
  test,
  visit,
} from './testing/app.ts';

const readCount = async (cell: Locator) => Number((await cell.textContent())?.replace(/\D/g, ''));

const findActive = (page: Page) =>
  page
    .getByRole('row', { name: /^This year/ })
    .getByRole('cell')
    .first();

/** A property, and a key that may send rentals there. */
async function prepare() {
  const cactus = await organizationPk('adminOfBoth', 'Cactus');
  const key = await makeKey('adminOfBoth', cactus, ['rentals']);
  return { key, ...(await spotNamed('adminOfBoth', 'Harbor View')) };
}

/** Opens a property's page; 'before' is the number of active rentals of this year. */
async function openDetail(page: Page, path: string) {
  await signIn(page, 'adminOfBoth');
  await page.goto(`${path}/detail`);
  const active = findActive(page);
  await expect(active).toHaveText(/^\d/);
  return { active, before: await readCount(active) };
}

/** Resolves when the page subscribes to live events. */
async function waitForLive(page: Page) {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framesent', (frame) => String(frame.payload).includes('watch'));
}

test('a new rental appears on the open page without a reload', async ({ page }) => {
  const { key, spot, path } = await prepare();
  const listening = waitForLive(page);
  const { active, before } = await openDetail(page, path);
  await listening;
  await sendRental(key, spot.pk, 'live');
  await expect.poll(() => readCount(active)).toBeGreaterThan(before);
});

test('a rental recorded before the page connects appears too, and the page shows its update time', async ({
  page,
}) => {
  const { key, spot, path } = await prepare();
  const connecting = page.waitForEvent('websocket');
  const { active, before } = await openDetail(page, path);
  await sendRental(key, spot.pk, 'early');
  await connecting;
  await expect.poll(() => readCount(active)).toBeGreaterThan(before);
  await expect(page.getByText(/^As of \d{1,2}:\d\d [AP]M/)).toHaveCount(1);
});

test('a figure that changed while another page was open is current after going back', async ({
  page,
}) => {
  const { key, spot, path } = await prepare();
  const listening = waitForLive(page);
  const { active, before } = await openDetail(page, path);
  await listening;
  // Navigates within the page, so that earlier reads stay in its cache.
  await visit(page, `${path}/drivers`);
  await expect(page.getByRole('heading', { level: 1, name: /Drivers/ })).toBeVisible();
  const request = page.waitForRequest((request) => request.url().includes('/api/slots/'));
  await sendRental(key, spot.pk, 'away');
  await request;
  await page.goBack();
  await expect.poll(() => readCount(active)).toBeGreaterThan(before);
});
