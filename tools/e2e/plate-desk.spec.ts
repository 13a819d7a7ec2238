import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import type { Locator } from '@playwright/test';
import {
  answerCalls,
  callAs,
  callWith,
  choose,
  connectCamera,
  expect,
  expectAccessible,
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

// One person has one car at a time.
test.describe.configure({ mode: 'default' });
// A preview gives way at once to a writer, and is asked for again.
test.use({ tolerate: /status of (409|503) .*\/preview\/$/ });

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
  const car = page.getByRole('region', { name: 'Car on the desk' });
  const waits = (count: number) => expect(desk).toContainText(`${count} cars wait`);
  await waits(waiting);
  await expect(car).toContainText(item?.plate ?? '');

  const figures = page.getByText(/in the last 30 days/i);
  const before = await figures.innerText();
  await expect(desk).toContainText('Keys work while the car has the focus.');
  await expect(car).not.toBeFocused();
  await page.keyboard.press('m');
  await test.step('Keys that are switched off stay off after a reload', async () => {
    await page.getByLabel('Keys').uncheck();
    await page.reload();
    await car.focus();
    await page.keyboard.press('m');
    await expect(desk.locator('kbd')).toHaveCount(0);
    await page.getByLabel('Keys').check();
  });
  await waits(waiting);
  await page.keyboard.press('Tab');
  await expect(car).toBeFocused();
  await test.step('A key pressed while the last decision is saved says that it did nothing', async () => {
    const saved = Promise.withResolvers<void>();
    await page.route('**/desk/*/', async (route) => {
      await saved.promise;
      await route.fallback();
    });
    await page.keyboard.press('m');
    // Other buttons are disabled too while it isn't known what they cost.
    await expect(desk.getByRole('button', { name: /^Skip/ })).toBeDisabled();
    await page.keyboard.press('n');
    await expect(page.getByRole('status')).toContainText(['N came too early and did nothing']);
    saved.resolve();
  });
  await waits(waiting - 1);
  await expect(page.getByText(`${item?.plate} is misread.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1);
  // Enter takes the next suggestion, and never undoes.
  await expect(car).toBeFocused();
  await expect(car).not.toContainText(item?.plate ?? '');
  await expect(figures).toContainText('misread,');
  await page.keyboard.press('u');
  await expect(page.getByText(`Undone: ${item?.plate} waits again.`)).toBeVisible();
  await expect(car).toContainText(item?.plate ?? '');
  await expect(figures).toHaveText(before);

  await expect(car).toBeFocused();
  await page.keyboard.press('s');
  await expect(car).not.toContainText(item?.plate ?? '');
  await expect(car).toBeFocused();
  await desk.getByRole('button', { name: /Not a customer/ }).click();
  await expect(page.getByText(/isn’t a customer\.$/)).toBeVisible();
});

test.describe('the list of service cars', () => {
  test.use({ tolerate: /status of 400|status of (409|503) .*\/preview\/$/ });

  test('a car that isn’t a customer’s is put into the list, and taken out again', async ({
    page,
  }) => {
    const organization = await organizationPk('admin', 'Cactus');
    await openOrganization(page, 'admin', 'Cactus', 'plate-desk');
    const desk = panel(page, 'Is this right?');
    await desk.getByRole('button', { name: /Not a customer/ }).click();
    const done = page.getByText(/isn’t a customer\.$/);
    await expect(done).toBeVisible();
    const plate = (await done.innerText()).replace(/ isn’t.*/, '');
    await page.getByRole('button', { name: 'Staff and service cars' }).click();
    const dialog = page.getByRole('dialog', { name: 'Staff and service cars' });
    await expect(dialog.getByLabel('License plate')).toHaveValue(plate);
    await choose(page, 'State', 'Arizona (AZ)');
    await dialog
      .getByLabel('Note')
      .fill('Ace Towing, whose driver comes every morning before seven');
    await dialog.getByText('Tow truck').click();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog).toContainText(`${plate} is in the list.`);
    await expect(dialog.getByRole('row', { name: new RegExp(plate) })).toContainText('Tow truck');
    await dialog.getByRole('button', { name: 'Add a car' }).click();
    await dialog.getByLabel('License plate').fill(plate);
    await choose(page, 'State', 'Arizona (AZ)');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog).toContainText('This car is in the list already.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: `Remove ${plate}` }).click();
    await expect(dialog).toContainText(`${plate} is a customer’s car again.`);
    await expect(dialog).toContainText('No car is in the list yet');
    const { cars } = await callAs<{ cars: unknown[] }>(
      'admin',
      `/api/organizations/${organization}/service_cars/`,
    );
    expect(cars).toEqual([]);
  });
});

interface Waiting {
  item: { visit: number; spot: { pk: number }; entrance_timestamp: number | null } | null;
}

test('the missing exit of a car is found among those that left unread, with what it changes', async ({
  page,
}) => {
  const organization = await organizationPk('admin', 'Cactus');
  const skipped: number[] = [];
  const take = () =>
    callAs<Waiting>('admin', `/api/organizations/${organization}/desk/next/`, {
      spot: null,
      skipped,
    });
  let { item } = await take();
  for (; item && item.entrance_timestamp === null; { item } = await take())
    skipped.push(item.visit);
  const { spot, entrance_timestamp } = item ?? { spot: { pk: 0 }, entrance_timestamp: 0 };
  const feed = { name: 'Ramp', format: 'genetec', spot_pk: spot.pk, direction: 'Exit' };
  const path = await connectCamera('admin', organization, feed);
  const sendUnread = (minutes: number) =>
    callWith(null, path, {
      PlateRead: '',
      SourceUrl: 'Ramp',
      Timestamp: toIso(instant((Number(entrance_timestamp) + minutes * 60) * 1000)),
    });
  for (const minutes of [31, 45]) await sendUnread(minutes);
  await openOrganization(page, 'admin', 'Cactus', 'plate-desk');
  for (const _ of skipped) await page.getByRole('button', { name: /^Skip/ }).click();
  await page.getByRole('button', { name: /^Find it among unread cars/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Find it among unread cars' });
  await dialog.getByRole('radio').nth(1).check();
  await expect(dialog).toContainText('No image');
  await expect(dialog.getByRole('status')).toContainText(/(Opens|Charges|No money moves)/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/was found unread\.$/)).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByText(/^Undone: /)).toBeVisible();
});

test('without a camera, Plate Desk and Cars say what they need, and lead an Admin to Cameras', async ({
  page,
}) => {
  const nothing = { item: null, waiting: 0, has_cameras: false };
  await answerCalls(page, /desk\/next/, nothing);
  await answerCalls(page, /reports\/outcomes\/\?/, {
    outcomes: [],
    days: [],
    step: 'day',
    has_cameras: false,
  });
  await openOrganization(page, 'admin', 'Cactus', 'plate-desk');
  const desk = panel(page, 'Is this right?');
  await expect(desk).toContainText('No camera yet');
  await expectAccessible(page);
  await desk.getByRole('link', { name: 'Connect a camera' }).click();
  await expect(page).toHaveURL(/\/cameras$/);
  await openOrganization(page, 'admin', 'Cactus', 'cars');
  await expect(panel(page, 'How every car’s visit ended').getByRole('link')).toHaveText(
    'Connect a camera',
  );
});

test('without a camera, the page asks an Employee to contact an Admin', async ({ page }) => {
  await answerCalls(page, /desk\/next/, { item: null, waiting: 0, has_cameras: false });
  await openOrganization(page, 'employee', 'Cactus', 'plate-desk');
  const desk = panel(page, 'Is this right?');
  await expect(desk).toContainText('Ask an Admin to connect a camera');
  await expect(desk.getByRole('link')).toHaveCount(0);
});

test('a button says what it charges before, isn’t filled then, and waits for the preview @phone', async ({
  page,
}) => {
  const nothing = {
    visits: [],
    charged: 0,
    refunded: 0,
    violations_opened: 0,
    violations_waived: 0,
  };
  const { promise: isSeen, resolve: see } = Promise.withResolvers<void>();
  await page.route(/\/preview\//, async (route) => {
    await isSeen;
    const { findings } = route.request().postDataJSON() as { findings: { verdict: string }[] };
    const effects = findings.map(({ verdict }) =>
      ['misread', 'not_customer'].includes(verdict)
        ? nothing
        : { ...nothing, violations_opened: 5500 },
    );
    await route.fulfill({ json: { effects } });
  });
  // Another person than in the tests of the desk's width, which run meanwhile.
  await openOrganization(page, 'employee', 'Cactus', 'plate-desk');
  const desk = panel(page, 'Is this right?');
  const right = desk.getByRole('button', { name: /^The plate is right/ });
  const height = async () => (await right.boundingBox())?.height;
  await expect(right).toBeDisabled();
  await expect(desk.locator('fieldset [data-variant="filled"]')).toHaveCount(0);
  const before = await height();
  const plate = await desk.getByRole('link').first().innerText();
  see();
  await expect(right).toHaveText(/^The plate is right: violation of \$55/);
  await expect(desk.getByRole('button', { name: /^Misread, no such car/ })).toHaveText(
    /^Misread, no such car\s*M?$/,
  );
  expect(await height()).toBe(before);
  await expect(right).not.toHaveAttribute('data-variant', 'filled');
  await expectAccessible(page);

  await desk.getByRole('button', { name: /^Misread/ }).click();
  await expect(page.getByText(/is misread\.$/)).toBeVisible();
  const undo = page.getByRole('button', { name: /^Undo/ });
  await expect(undo).toHaveCount(1);
  await expect(undo).toBeInViewport({ ratio: 1 });
  const skip = await desk.getByRole('button', { name: /^Skip/ }).boundingBox();
  expect((await undo.boundingBox())?.y).toBe(skip?.y);
  await undo.click();
  await expect(page.getByText(/is misread\.$/)).toBeHidden();
  await expect(desk).toContainText(plate);
});

test('a plate is corrected by keys, with what it changes shown before, and undone', async ({
  page,
}) => {
  await openOrganization(page, 'admin', 'Cactus', 'plate-desk');
  const desk = panel(page, 'Is this right?');
  const skip = desk.getByRole('button', { name: /^Skip/ });
  await expect(skip).toBeEnabled();
  // Not every car was read by a camera.
  const correct = desk.getByRole('button', { name: /^Correct the plate/ });
  for (let tries = 0; tries < 40 && !(await correct.isVisible()); tries += 1) {
    await skip.click();
    await expect(skip).toBeEnabled();
  }
  await expect(desk).toContainText('No money moves.');
  const car = page.getByRole('region', { name: 'Car on the desk' });
  await car.focus();
  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog', { name: 'Correct the plate' });
  await dialog.getByLabel('License plate').fill('WRK 4821');
  await expect(dialog).toContainText(/WRK 4821.*: .*(No money moves|violation of)/);
  await expectAccessibleAtBothWidths(page);
  await dialog.getByLabel('License plate').press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/has another plate now\.$/)).toBeVisible();
  await expect(skip).toBeEnabled();
  await expect(car).toBeFocused();
  await page.keyboard.press('u');
  await expect(page.getByText(/has another plate now\.$/)).toBeHidden();
});

test('on a phone, cars are decided by thumb: two visits become one stay', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openOrganization(page, 'admin', 'Cactus', 'plate-desk');
  const desk = panel(page, 'Is this right?');
  const same = desk.getByRole('button', { name: /^Same stay as another visit/ });
  const skip = desk.getByRole('button', { name: /^Skip/ });
  await expect(skip).toBeEnabled();
  for (let tries = 0; tries < 40 && !(await same.isVisible()); tries += 1) {
    await skip.click();
    await expect(skip).toBeEnabled();
  }
  await same.click();
  const dialog = page.getByRole('dialog', { name: 'Same stay as another visit' });
  await dialog.getByRole('radio').first().check();
  await expect(dialog).toContainText(/\.( No money moves\.| Waives| Opens| Gives| Charges)/);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/is one stay with the other visit\.$/)).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByText(/is one stay with the other visit\.$/)).toBeHidden();
});

test('on a phone, the plate and its first image are visible together with the buttons', {
  tag: '@phone',
}, async ({ page }) => {
  await openOrganization(page, 'admin', 'Cactus', 'plate-desk');
  const desk = panel(page, 'Is this right?');
  const bottomOf = async (part: Locator) => {
    await part.waitFor();
    return part.evaluate((element) => element.getBoundingClientRect().bottom);
  };
  const buttons = desk.getByRole('group', { name: 'Decision' });
  const upper = () => buttons.evaluate((element) => element.getBoundingClientRect().top);
  await expect(buttons).toBeInViewport({ ratio: 1 });
  expect(await bottomOf(desk.getByRole('link').first())).toBeLessThan(await upper());
  expect(await bottomOf(desk.getByRole('img').first())).toBeLessThan(await upper());
});
