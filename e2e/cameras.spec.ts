import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  organizationPk,
  signIn,
  test,
} from './support/app.ts';

/** Posts a message as a camera does, without any header but its type. */
async function send(address: string, body: object): Promise<number> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.status;
}

const seen = (camera: string, plate: string) => ({
  type: 'lpr',
  id: `${camera}-1`,
  name: null,
  plate,
  score: 0.93,
  camera,
  timestamp: Math.floor(performance.timeOrigin / 1000),
  plate_box: [10, 20, 110, 60],
});

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

/** The row of a table, or its card on a phone. */
const rowOf = (page: Page, table: string, name: string) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row', { name })
    .or(page.getByRole('list', { name: table }).getByRole('listitem').filter({ hasText: name }));

test('an Admin connects a camera, places it, reads what it could not say, and disconnects it', async ({
  page,
}, info) => {
  const name = `Pier gate ${info.project.name}`;
  const camera = `pier-${info.project.name}`;
  await signIn(page, 'adminOfBoth');
  const lakeshore = await organizationPk('adminOfBoth', 'Lakeshore');
  await page.goto(`/organization/${lakeshore}/cameras`);

  await page.getByRole('button', { name: 'Connect a camera' }).click();
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled();
  await page.getByLabel('Name').fill(name);
  await choose(page, 'What it speaks', 'Frigate');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('heading', { name: `Address of ${name}` })).toBeVisible();
  await expect(page.getByText('Frigate speaks MQTT only', { exact: false })).toBeVisible();
  const address = await page.getByText(/\/api\/ingest\/cameras\/frigate\//).innerText();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(address)).toHaveCount(0);

  expect(await send(address, seen(camera, 'LKS 2041'))).toBe(200);
  expect(await send(address, { weather: '<b>sunny</b>', camera })).toBe(202);

  await page.reload();
  const row = rowOf(page, 'Cameras', camera);
  await expect(row).toContainText('Not placed yet');
  await row.getByRole('button', { name: `Change ${camera}` }).click();
  await choose(page, 'Property', 'Harbor View');
  await choose(page, 'Direction', 'Entrance');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('OK');
  await expect(row).toContainText('Harbor View');
  await expect(row).toContainText('Entrance');
  await expect(row).toContainText('just now');

  const message = rowOf(page, 'Messages that we could not read', name);
  await expect(message).toContainText('It is neither an event nor an update');
  await expect(message).toContainText('<b>sunny</b>');
  await message.getByRole('button', { name: 'Show message' }).click();
  await expect(
    page.getByText(`{"weather":"<b>sunny</b>","camera":"${camera}"}`).last(),
  ).toBeVisible();
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^camera-message-\d+\.txt$/);
  await page.getByRole('button', { name: 'Done' }).click();

  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole('button', { name: `Disconnect ${name}` }).click();
  await expect(page.getByRole('heading', { name: `Disconnect ${name}?` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await expect(rowOf(page, 'Connections', name)).toContainText('Disconnected just now');
  await expect(row).toContainText('Disconnected');
  await expect.poll(() => send(address, seen(camera, 'LKS 2042'))).toBe(401);
});

test('an organization without cameras is told what to do', async ({ page }) => {
  await signIn(page, 'withoutLots');
  const juniper = await organizationPk('withoutLots', 'Juniper');
  await page.goto(`/organization/${juniper}/cameras`);
  await expect(page.getByText('Your cameras will be listed here')).toBeVisible();
  await expect(page.getByText('Nothing is connected yet')).toBeVisible();
  await expect(page.getByText('All that came was understood')).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
});

test('an Employee is told that the page is not his', async ({ page }) => {
  await signIn(page, 'employee');
  const cactus = await organizationPk('employee', 'Cactus');
  await page.goto(`/organization/${cactus}/cameras`);
  await expect(page.getByText('Your role does not show this page')).toBeVisible();
  await expectAccessible(page);
});
