import type { Page } from '@playwright/test';
import {
  address,
  connectCamera,
  downloadBy,
  expect,
  expectAccessible,
  openOrganization,
  organizationPk,
  signIn,
  test,
} from './testing/app.ts';
import { now } from './testing/clock.ts';

/** Posts a message as a camera does, with no header but its content type. */
async function send(to: string, body: object): Promise<number> {
  const response = await fetch(to, {
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
  timestamp: Math.floor(now() / 1000),
  plate_box: [10, 20, 110, 60],
});

const chooseIn = async (page: Page, label: string, option: string) => {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
};

/** The row of a table, or its card on a phone. */
const rowOf = (page: Page, table: string, name: string) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row', { name })
    .or(page.getByRole('list', { name: table }).getByRole('listitem').filter({ hasText: name }));

test('an Admin connects a camera by a URL that is shown once, and assigns it to a property', async ({
  page,
}) => {
  const name = 'Pier gate';
  const camera = 'pier';
  await openOrganization(page, 'adminOfBoth', 'Lakeshore', 'cameras');
  await page.getByRole('button', { name: 'Connect a camera' }).click();
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled();
  await page.getByLabel('Name').fill(name);
  await chooseIn(page, 'Format', 'Frigate');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('heading', { name: `Address of ${name}` })).toBeVisible();
  await expect(page.getByText('Frigate only supports MQTT', { exact: false })).toBeVisible();
  const urlText = await page.getByText(/\/api\/ingest\/cameras\/frigate\//).innerText();
  await expect(page.getByRole('alert')).toContainText('A camera can’t reach 127.0.0.1');
  await expect(page.getByText('Waiting for the first message …')).toBeVisible();
  await expectAccessible(page);
  expect(await send(urlText, { weather: 'sunny', camera })).toBe(202);
  await expect(page.getByText('A message came that we can’t read')).toBeVisible();
  expect(await send(urlText, seen(camera, 'LKS 2041'))).toBe(200);
  await expect(page.getByText('It works: a plate was read.')).toBeVisible();
  await expect(page.getByText(/^LKS 2041, .*, pier$/)).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(urlText)).toHaveCount(0);

  const row = rowOf(page, 'Cameras', camera);
  await expect(row).toContainText('Not placed yet');
  await row.getByRole('button', { name: `Change ${camera}` }).click();
  await chooseIn(page, 'Property', 'Riverfront Lot B');
  await chooseIn(page, 'Direction', 'Entrance');
  await page.getByRole('button', { name: 'Save' }).click();
  for (const text of ['OK', 'Riverfront Lot B', 'entrance', 'just now']) {
    await expect(row).toContainText(text);
  }

  await row.getByRole('button', { name: `Set clock ${camera}` }).click();
  await chooseIn(page, 'Its clock', 'Ahead');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByLabel('By how many minutes').fill('90');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Its clock was set as 90 min ahead; we allow for it.');
  await row.getByRole('button', { name: `Set clock ${camera}` }).click();
  await chooseIn(page, 'Its clock', 'Judged by its reads');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row).not.toContainText('Its clock');
});

test('an Admin downloads an unreadable message and disconnects its sender', async ({ page }) => {
  const name = 'Dock gate';
  const camera = 'dock';
  const lakeshore = await organizationPk('adminOfBoth', 'Lakeshore');
  const feed = { name, format: 'frigate' };
  const sender = `${address}${await connectCamera('adminOfBoth', lakeshore, feed)}`;
  expect(await send(sender, seen(camera, 'LKS 2041'))).toBe(200);
  expect(await send(sender, { weather: '<b>sunny</b>', camera })).toBe(202);
  await signIn(page, 'adminOfBoth');
  await page.goto(`/organization/${lakeshore}/cameras`);
  const message = rowOf(page, 'Messages we couldn’t read', name);
  await expect(message).toContainText('It is neither an event nor an update');
  await expect(message).toContainText('<b>sunny</b>');
  await message.getByRole('button', { name: 'Show message' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`{"weather":"<b>sunny</b>","camera":"${camera}"}`);
  const file = await downloadBy(page.getByRole('button', { name: 'Download' }));
  expect(file.name).toMatch(/^camera-message-\d+\.txt$/);
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Read All Again' }).click();
  await expect(page.getByText('These messages still can’t be read.')).toBeVisible();

  await page.getByRole('button', { name: `Disconnect ${name}` }).click();
  await expect(page.getByRole('heading', { name: `Disconnect ${name}?` })).toBeVisible();
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await expect(rowOf(page, 'Connections', name)).toContainText('Disconnected just now');
  await expect(rowOf(page, 'Cameras', camera)).toContainText('Disconnected');
  await expect.poll(() => send(sender, seen(camera, 'LKS 2042'))).toBe(401);
});

test('an Admin maps the fields of a sender’s own JSON, and its messages are read with that mapping', async ({
  page,
}) => {
  const name = 'Own gate';
  const lakeshore = await organizationPk('adminOfBoth', 'Lakeshore');
  const feed = { name, format: 'custom' };
  const sender = `${address}${await connectCamera('adminOfBoth', lakeshore, feed)}`;
  const own = (number: string) => ({
    site: 'Quay',
    cars: [{ number, at: '2026-06-15 11:59:30', way: 'A', ident: number }],
  });
  expect(await send(sender, own('LKS2051'))).toBe(202);
  await signIn(page, 'adminOfBoth');
  await page.goto(`/organization/${lakeshore}/cameras`);
  const message = rowOf(page, 'Messages we couldn’t read', name);
  await expect(message).toContainText('It isn’t set up yet');
  await message.getByRole('button', { name: 'Set Up message' }).click();
  await expect(page.getByRole('heading', { name: `Set up ${name}` })).toBeVisible();
  await expect(page.getByText('Choose the field with the plate.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await chooseIn(page, 'Plate', 'cars › number: LKS2051');
  const result = page.getByText(/^LKS2051, 2026-06-15 11:59:30 at the property, Quay, /);
  await expect(result).toContainText('no direction');
  await page.getByLabel('What it says at an entrance').fill('a');
  await expect(result).toContainText('Entrance');
  await expect(page.getByText('cars › ident', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 message was read, with 1 plate read.')).toBeVisible();
  await expect(rowOf(page, 'Cameras', 'Quay')).toContainText('Not placed yet');
  await expect.poll(() => send(sender, own('LKS2052'))).toBe(200);

  await page.getByRole('button', { name: `Set Up Again ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Set Up Again' }).click();
  await expect(page.getByRole('button', { name: `Set Up Again ${name}` })).toHaveCount(0);
  await expect.poll(() => send(sender, own('LKS2053'))).toBe(202);
});

test('what couldn’t be paired is listed with the reason, as is what cameras mistake, and a camera that sends old reads shows what is waiting', async ({
  page,
}) => {
  await signIn(page, 'adminOfBoth');
  const lakeshore = await organizationPk('adminOfBoth', 'Lakeshore');
  await page.route('**/set_aside/', (route) =>
    route.fulfill({
      json: [
        {
          kind: 'read',
          pk: 1,
          plate: 'LKS2041',
          spot_name: 'Riverfront Lot B',
          camera_name: 'pier',
          received_at: null,
          reason: 'A time or number in it is out of range (22008).',
        },
      ],
    }),
  );
  await page.route('**/camera_mistakes/', (route) =>
    route.fulfill({
      json: [
        {
          camera: 1,
          name: 'pier',
          spot_name: 'Riverfront Lot B',
          reads: 4800,
          misread: 12,
          confusions: [{ read: '8', real: 'B', count: 12 }],
        },
      ],
    }),
  );
  await page.route('**/cameras/', async (route) => {
    const response = await route.fetch();
    const [first, ...others] = (await response.json()) as { lag_ms: number }[];
    await route.fulfill({ json: [{ ...first, lag_ms: 3 * 86_400_000 }, ...others] });
  });
  await page.goto(`/organization/${lakeshore}/cameras`);
  const row = rowOf(page, 'Set aside', 'LKS2041');
  await expect(row).toContainText('is out of range');
  const mistakes = rowOf(page, 'What cameras mistake', 'pier');
  for (const text of ['2.5', '12 of 4,800', '8 for B, 12 times']) {
    await expect(mistakes).toContainText(text);
  }
  await expect(page.getByText('Its newest read arrived 3 days after it was made.')).toBeVisible();
  await expectAccessible(page);
});

test('the Cameras page of an organization without cameras says that nothing is connected yet', async ({
  page,
}) => {
  await openOrganization(page, 'withoutLots', 'Juniper', 'cameras');
  await expect(page.getByText('Your cameras will be listed here')).toBeVisible();
  await expect(page.getByText('Nothing is connected yet')).toBeVisible();
  await expect(page.getByText('All messages were readable')).toBeVisible();
});
