import type { Browser, BrowserContext, Page } from '@playwright/test';
import {
  address,
  callAs,
  expect,
  expectAccessible,
  expectNoOverflow,
  newestMessage,
  organizationPk,
  readMessages,
  signIn,
  test,
} from './testing/app.ts';
import { holdScripts } from './testing/hold-scripts.ts';

/** Chromium's own messages about calls that were refused or lost with the connection. */
const expected =
  /status of (400|404|409)|ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection/;

/** Without prices, so nothing is ever owed. */
const freeLot = 'Desert Willow Library Lot';

/** A number that no other test texts, and that nobody in the demo has. */
function newPhone(): string {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `480${6_200_000 + (drawn % 700_000)}`;
}

interface Car {
  phone: string;
  plate: string;
  code: string;
  link: string;
}

const newPlate = () => `P${crypto.randomUUID().slice(0, 6).toUpperCase()}`;

/** The texts sent to the driver. */
async function textedTo(phone: string) {
  const text = await newestMessage(`+1${phone}`);
  return {
    code: / is (\w{6})\./.exec(text)?.[1] ?? '',
    link: `${address}${/\/car\/\S+/.exec(text)?.[0] ?? ''}`,
  };
}

const dialog = (page: Page) => page.getByRole('dialog');
const enter = (page: Page, code: string) => page.getByLabel('Character 1 of 6').fill(code);

async function chooseLot(page: Page, lot: string) {
  const field = page.getByRole('combobox', { name: 'Lot' });
  await field.click();
  await field.fill(lot);
  await page.getByRole('option', { name: lot }).click();
  await expect(field).toHaveValue(lot);
}

/** Opens the first lot, which has paid parking, or another one. */
async function openStand(page: Page, lot?: string) {
  await signIn(page, 'valet');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Valet Dashboard' })).toBeVisible();
  if (lot) await chooseLot(page, lot);
}

/** Starts a walk-in at the stand up to the car's form. */
async function walkIn(page: Page): Promise<Car> {
  const phone = newPhone();
  await page.getByRole('button', { name: 'Walk-in' }).click();
  await page.getByLabel('Phone number').fill(phone);
  await page.getByRole('button', { name: 'Show the code' }).click();
  // Nothing sends texts in the demo, so the stand shows what goes to the outbox.
  const { code, link } = await textedTo(phone);
  await expect(dialog(page).getByText(code, { exact: true })).toBeVisible();
  await enter(page, code);
  await expect(page.getByLabel('License Plate')).toBeVisible();
  return { phone, plate: newPlate(), code, link };
}

const confirmIn = (page: Page) =>
  dialog(page).getByRole('button', { name: 'Check in', exact: true }).click();

/** Checks in a new car. */
async function checkIn(page: Page): Promise<Car> {
  const car = await walkIn(page);
  await page.getByLabel('License Plate').fill(car.plate);
  await confirmIn(page);
  await expect(dialog(page).getByText(`${car.plate} is checked in`)).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  return car;
}

async function openCheckOut(page: Page, code: string) {
  await page.getByRole('button', { name: 'Check Out', exact: true }).click();
  await enter(page, code);
  await expect(dialog(page).getByText('Outstanding balance')).toBeVisible();
}

/** Puts a card on file through the driver's page. */
async function addCard(browser: Browser, link: string, number = '4242424242424242') {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('button', { name: 'Add a card' }).click();
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Month').fill('04');
  await page.getByLabel('Year').fill('2031');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByText('ending in')).toBeVisible();
  return { context, page };
}

/** A car in the list, which is a table or cards. */
const inList = (page: Page, plate: string) =>
  page.locator('tr, li').filter({ hasText: plate }).first();

test.describe('the valet dashboard', { tag: '@phone' }, () => {
  test.use({ tolerate: expected });
  const opened: BrowserContext[] = [];
  test.afterEach(async () => {
    await Promise.all(opened.splice(0).map((context) => context.close()));
  });

  test('a valet lands on the valet dashboard, whose URL keeps its filters and drops invalid ones', async ({
    page,
  }) => {
    await openStand(page);
    const organization = await organizationPk('valet', 'Cactus');
    await expect(page).toHaveURL(new RegExp(`/valet/${organization}$`));
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.getByRole('search').getByText('Ended').click();
    await expect(page).toHaveURL(/\?status=ended$/);
    await page.getByRole('searchbox').fill('no such plate');
    await expect(page).toHaveURL(/search=no\+such\+plate/);
    await expect(page.getByText('No sessions match these filters')).toBeVisible();
    await page.goto(`/valet/${organization}?status=gone&page=x&spot=none`);
    await expect(page.getByRole('radio', { name: 'All' })).toBeChecked();
    await expect(page).not.toHaveURL(/gone|none/);
    await page.getByRole('link', { name: 'Go to your properties' }).click();
    await expect(page).toHaveURL(/\/spots/);
  });

  test('what a valet begins before the code of the stand is there continues in its dialog', async ({
    page,
  }) => {
    await signIn(page, 'valet');
    const path = `/valet/${await organizationPk('valet', 'Cactus')}`;
    const phone = newPhone();
    const [lot] = await callAs<{ pk: number }[]>(
      'valet',
      `/api/valet/lots/?organization=${path.split('/').at(-1)}`,
    );
    const body = { spot: lot?.pk, phone, request: crypto.randomUUID() };
    await callAs('valet', '/api/valet/valet-sessions/', body);
    const { code } = await textedTo(phone);
    const begin = async (step: string, field: string, typed: string) => {
      const release = await holdScripts(page);
      await page.goto(path, { waitUntil: 'commit' });
      await page.getByText(step, { exact: true }).click();
      const input = page.getByLabel(field).filter({ visible: true });
      await input.fill(typed);
      await expectNoOverflow(page);
      return { input, release };
    };

    const whole = await begin('Check in', 'The driver’s code', code.toLowerCase());
    whole.release();
    await expect(dialog(page).getByLabel('License Plate')).toBeVisible();

    const part = await begin('Check Out', 'The driver’s code', 'zz');
    part.release();
    await expect(page.getByLabel('Character 2 of 6')).toHaveValue('Z');
    await page.keyboard.type('yyyy');
    await expect(dialog(page).getByRole('alert')).toHaveText('Invalid code');

    const walk = await begin('Walk-in', 'Phone number', '480555');
    // A text is sent from the dialog alone.
    await walk.input.press('Enter');
    walk.release();
    await expect(dialog(page).getByLabel('Phone number')).toHaveValue('480555');
    await expect(dialog(page).getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  });

  test('the stand lists the cars that are here first, a line each, and folds those that are expected', async ({
    page,
  }) => {
    await openStand(page);
    const here = page.getByRole('list', { name: 'Cars that are here' });
    await expect(here.getByRole('listitem').first()).toBeVisible();
    const lines = await here
      .getByRole('listitem')
      .evaluateAll((all) => all.map((line) => line.getBoundingClientRect().height));
    expect(lines.length).toBeGreaterThan(5);
    // Two rows of text; only a state beyond “Active” may take a third.
    expect(lines.toSorted((a, b) => a - b)[Math.floor(lines.length / 2)]).toBeLessThan(70);
    await expect(here).not.toContainText('$0.00');
    const folded = page.getByText(/^Not here yet \(\d+\)$/);
    const expected = page.getByRole('list', { name: 'Not here yet' });
    await expect(expected).toHaveCount(0);
    await folded.click();
    await expect(expected).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.getByRole('search').getByText('Pending').click();
    await expect(folded).toHaveCount(0);
    await expect(expected).toBeVisible();
  });

  test('two valets share the stand: a car is checked in by its code, changed and checked out, and the slower of two reads why not', async ({
    page,
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: address, viewport: page.viewportSize() });
    opened.push(context);
    const other = await context.newPage();
    await signIn(other, 'employee');
    await other.goto(`/valet/${await organizationPk('employee', 'Cactus')}`);
    await chooseLot(other, freeLot);
    await openStand(page, freeLot);
    await page.getByRole('button', { name: 'Check in', exact: true }).click();
    await enter(page, 'AB');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog(page).getByRole('alert')).toHaveText('Invalid code');
    // What is typed next is the next code.
    await page.keyboard.type('ZZZZZZ');
    await expect(dialog(page).getByRole('alert')).toHaveText('Invalid code');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Resend code' }).click();
    await page.getByLabel('Phone number').fill('(602) 555-0199');
    await dialog(page).getByRole('button', { name: 'Show the code' }).click();
    await expect(dialog(page).getByText('invalid phone number')).toBeVisible();
    await page.getByLabel('Phone number').fill('6025559999');
    await dialog(page).getByRole('button', { name: 'Show the code' }).click();
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'No valet session has this phone number',
    );
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    const car = await walkIn(page);
    const submit = dialog(page).getByRole('button', { name: 'Check in', exact: true });
    await expect(submit).toBeDisabled();
    await page.getByLabel('License Plate').fill(car.plate.toLowerCase());
    await expect(page.getByLabel('License Plate')).toHaveValue(car.plate);
    await dialog(page).getByLabel('Key tag').fill('K 7');
    await page.getByLabel('Notes').fill('Scratch on the left door');
    await expectAccessible(page);
    await submit.click();
    await expect(dialog(page).getByText(`${car.plate} is checked in`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(inList(other, car.plate)).toContainText('Active');

    await openCheckOut(other, car.code);
    await expect(dialog(other).getByText('Key tag K 7')).toBeVisible();
    await expect(dialog(other).getByText('Scratch on the left door')).toBeVisible();
    await expectAccessible(other);
    await openCheckOut(page, car.code);
    await other.getByRole('button', { name: 'End Rental' }).click();
    await expect(dialog(other).getByText(`${car.plate} is checked out`)).toBeVisible();
    await other.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'End Rental' }).click();
    await expect(dialog(page).getByText('This session has ended.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'End Rental' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(inList(page, car.plate)).toContainText('Ended');
    await expect(page.getByRole('button', { name: `Edit ${car.plate}` })).toHaveCount(0);

    await test.step('a refused offline change says why, and can be tried again or discarded', async () => {
      const next = await checkIn(page);
      await page.getByRole('button', { name: `Edit ${next.plate}` }).click();
      await expect(page.getByRole('heading', { name: 'Modify Valet Session' })).toBeVisible();
      await page.getByLabel('Color').fill('Blue');
      await expectAccessible(page);
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('No signal. 1 change is waiting to be sent.')).toBeVisible();
      await openCheckOut(other, next.code);
      await other.getByRole('button', { name: 'End Rental' }).click();
      await expect(dialog(other).getByText('is checked out')).toBeVisible();
      await page.context().setOffline(false);
      const notice = page.getByText(`Change of ${next.plate} wasn’t accepted.`);
      await expect(notice).toBeVisible();
      await expect(page.getByText('Only an active session can be edited.')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(notice).toBeVisible();
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(notice).toHaveCount(0);
    });
  });

  test('a driver without a code is led from Check in to Walk-in, and their code and link are shown where nothing sends texts', async ({
    page,
  }) => {
    await openStand(page, freeLot);
    await page.getByRole('button', { name: 'Check in', exact: true }).click();
    await expect(dialog(page).getByText('No booking, so no code?')).toBeVisible();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Walk-in' }).click();
    await expect(dialog(page).getByText(/^Nothing is set to send texts here\./)).toBeVisible();
    const phone = newPhone();
    await page.getByLabel('Phone number').fill(phone);
    await page.getByRole('button', { name: 'Show the code' }).click();
    const { code } = await textedTo(phone);
    await expect(dialog(page).getByText(code, { exact: true })).toBeVisible();
    await expect(dialog(page).getByRole('img', { name: /^QR code of the driver/ })).toBeVisible();
    await expect(dialog(page).getByText(/was texted/)).toHaveCount(0);
    await expectAccessible(page);
    await enter(page, code);
    await expect(page.getByLabel('License Plate')).toBeVisible();
  });

  test('a rental with a balance ends only after the driver’s card has paid it, once however often Pay is pressed', async ({
    page,
    browser,
  }) => {
    await openStand(page);
    const car = await checkIn(page);
    await openCheckOut(page, car.code);
    const pay = page.getByRole('button', { name: /^Pay \$/ });
    await pay.click();
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'Ask the driver to add a payment method with the manage rental link',
    );
    await expect(page.getByRole('button', { name: 'End Rental' })).toHaveCount(0);
    await expectAccessible(page);
    const texts = (await readMessages(`+1${car.phone}`)).length;
    await dialog(page).getByRole('button', { name: 'Show the link' }).click();
    await expect(dialog(page).getByRole('img', { name: /^QR code of the driver/ })).toBeVisible();
    expect(await newestMessage(`+1${car.phone}`, texts)).toContain(car.link);
    const driver = await addCard(browser, car.link);
    opened.push(driver.context);
    const keys: string[] = [];
    await page.route('**/api/valet/valet-sessions/*/pay/', async (route) => {
      keys.push(route.request().postData() ?? '');
      const response = await route.fetch();
      expect(response.status()).toBe(200);
      if (keys.length === 1) await route.abort('failed');
      else await route.fulfill({ response });
    });
    await pay.click();
    await expect(dialog(page).getByRole('alert')).toContainText('Something went wrong!');
    await expect(dialog(page).getByText('it’s safe to press again')).toBeVisible();
    await pay.click();
    await expect(dialog(page).getByText('The balance is paid.')).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    await expect(dialog(page).getByText('$0.00')).toBeVisible();
    await page.getByRole('button', { name: 'End Rental' }).click();
    await expect(dialog(page).getByText(`${car.plate} is checked out`)).toBeVisible();
    await expect(driver.page.getByText('Handed over')).toBeVisible();
    await driver.page.reload();
    const receipt = driver.page.getByRole('region', { name: 'Receipt' });
    await expect(receipt).toContainText('Card ending in 4242');
    await expectAccessible(driver.page);
    await expectNoOverflow(driver.page);
    expect(await newestMessage(`+1${car.phone}`)).toContain('Your receipt');
  });

  test('a declined card is said at the stand and to the driver, who pays in cash', async ({
    page,
    browser,
  }) => {
    await openStand(page);
    const car = await walkIn(page);
    const submit = dialog(page).getByRole('button', { name: 'Check in', exact: true });
    await expect(dialog(page).getByText('Fill in the license plate to check')).toBeVisible();
    await page.getByRole('button', { name: 'It has no plate' }).click();
    await expect(dialog(page).getByText('Fill in the make and the color')).toBeVisible();
    await page.getByLabel('Make').fill('Kia');
    await page.getByLabel('Color').fill(car.plate);
    await dialog(page).getByLabel('Key tag').fill(car.plate);
    await expectAccessible(page);
    await submit.click();
    const name = `${car.plate} Kia`;
    await expect(dialog(page).getByText(`${name} is checked in`)).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    const other = await walkIn(page);
    await page.getByLabel('License Plate').fill(other.plate);
    await dialog(page).getByLabel('Key tag').fill(car.plate);
    await submit.click();
    await expect(dialog(page).getByText(`Tag ${car.plate} is with ${name} since`)).toBeVisible();
    await dialog(page).getByLabel('Key tag').fill('');
    await confirmIn(page);
    await page.getByRole('button', { name: 'Done' }).click();
    const driver = await addCard(browser, car.link, '4000000000000002');
    opened.push(driver.context);
    await driver.page.getByRole('button', { name: 'Bring my car' }).click();
    await expect(driver.page.getByText('We know. Somebody will fetch it.')).toBeVisible();
    await page.getByRole('button', { name: `I’m fetching it: ${name}` }).click();
    await expect(driver.page.getByText('On its way')).toBeVisible();
    await page.getByRole('button', { name: `Check out ${name}` }).click();
    await enter(page, other.code);
    await expect(dialog(page).getByRole('alert')).toContainText('This is the code of another car');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Back' }).click();
    await enter(page, car.code);
    await dialog(page).getByRole('button', { name: /^Pay / }).click();
    await expect(
      dialog(page).getByText('The card was declined. Visa ending in 0002'),
    ).toBeVisible();
    await expect(driver.page.getByText('Your Visa ending in 0002 was declined')).toBeVisible();
    await expectAccessible(driver.page);
    await expectNoOverflow(driver.page);
    await dialog(page).getByText('No card, no code, or another phone?').click();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await dialog(page)
      .getByRole('button', { name: /^Paid in cash/ })
      .click();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Record' }).click();
    await expect(dialog(page).getByText('The balance is paid.')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'End Rental' }).click();
    await expect(dialog(page).getByText(`${name} is checked out`)).toBeVisible();
  });

  test('logging out warns of unsent changes, and they are sent after signing in again', async ({
    page,
    context,
  }) => {
    await openStand(page, freeLot);
    const phone = newPhone();
    await page.route('**/api/valet/valet-sessions/', (route) =>
      route.request().method() === 'POST' ? route.abort('failed') : route.continue(),
    );
    await page.getByRole('button', { name: 'Walk-in' }).click();
    await page.getByLabel('Phone number').fill(phone);
    await page.getByRole('button', { name: 'Show the code' }).click();
    await expect(dialog(page).getByText(`${phone} has no code yet`)).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(dialog(page).getByText('1 change is waiting to be sent.')).toBeVisible();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.goto('about:blank');
    await context.clearCookies();
    await page.unroute('**/api/valet/valet-sessions/');
    await openStand(page, freeLot);
    await expect(page.getByText('waits to be sent')).toHaveCount(0);
    await expect.poll(async () => (await textedTo(phone)).code).toMatch(/^\w{6}$/);
  });

  test('an offline check-in with a photo survives a reload and is sent when the connection is back, which a check-out needs', async ({
    page,
    context,
  }) => {
    await openStand(page, freeLot);
    const car = await walkIn(page);
    await page.getByLabel('License Plate').fill(car.plate);
    await page.getByLabel('Notes').fill('Keeps what was typed');
    await page.locator('input[type=file]').setInputFiles('docs/screenshot.png');
    await expect(dialog(page).getByText('1 photo, sent with the check-in')).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByLabel('License Plate')).toHaveValue(car.plate);
    await expect(page.getByLabel('Notes')).toHaveValue('Keeps what was typed');
    await expect(dialog(page).getByText('1 photo, sent with the check-in')).toBeVisible();

    await context.setOffline(true);
    await confirmIn(page);
    await expect(dialog(page).getByText(`${car.plate} is kept`)).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('No signal. 2 changes are waiting to be sent.')).toBeVisible();
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(page.getByText('waiting to be sent')).toHaveCount(0);
    await expect(inList(page, car.plate)).toContainText('Active');

    await openCheckOut(page, car.code);
    await expect(dialog(page).getByText('Photos at check-in')).toBeVisible();
    const photo = dialog(page).getByRole('img', { name: `${car.plate}, image 1 of 1` });
    await expect(photo).toBeVisible();
    await expect
      .poll(() => photo.evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(0);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'End Rental' }).click();
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'Something went wrong!Please retry later',
    );
    await expect(dialog(page).getByText('Check-out needs a connection')).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'End Rental' }).click();
    await expect(dialog(page).getByText(`${car.plate} is checked out`)).toBeVisible();
  });

  test('a phone whose storage is full says at once that a check-in isn’t saved, until it is', async ({
    page,
    context,
  }) => {
    await openStand(page, freeLot);
    const car = await walkIn(page);
    await page.getByLabel('License Plate').fill(car.plate);
    await page.evaluate(() => {
      const store = IDBObjectStore.prototype;
      const put = Object.getOwnPropertyDescriptor(store, 'put') ?? {};
      store.put = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
      Object.assign(globalThis, { free: () => Object.defineProperty(store, 'put', put) });
    });
    await context.setOffline(true);
    await confirmIn(page);
    await expect(dialog(page).getByText(`${car.plate} isn’t saved`)).toBeVisible();
    await expect(dialog(page).getByText('Write it down: plate, key tag, phone.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Done' }).click();
    const warning = page.getByRole('alert').filter({ hasText: `${car.plate} isn’t saved` });
    await expect(warning).toBeVisible();
    await expectAccessible(page);
    await warning.getByRole('button', { name: 'Try again' }).click();
    await expect(warning).toBeVisible();
    await page.evaluate(() => (globalThis as unknown as { free: () => void }).free());
    await warning.getByRole('button', { name: 'Try again' }).click();
    await expect(warning).toHaveCount(0);
    await page.reload().catch(() => undefined);
    await context.setOffline(false);
    await page.goto('/');
    await chooseLot(page, freeLot);
    await expect(inList(page, car.plate)).toContainText('Active');
  });

  test('a driver requests the car by the texted link, and the valet stand shows it with a sound', async ({
    page,
    browser,
  }) => {
    await page.addInitScript(() => {
      const rung = { strokes: 0 };
      Object.assign(globalThis, { rung });
      globalThis.AudioContext = class extends AudioContext {
        override createOscillator() {
          rung.strokes += 1;
          return super.createOscillator();
        }
      };
    });
    const strokes = () =>
      page.evaluate(() => (globalThis as unknown as { rung: { strokes: number } }).rung.strokes);
    await openStand(page, freeLot);
    const car = await checkIn(page);
    const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
    opened.push(context);
    const driver = await context.newPage();
    await driver.goto(car.link);
    await expect(driver.getByRole('heading', { level: 1, name: freeLot })).toBeVisible();
    await expect(driver.getByText(car.plate)).toBeVisible();
    await expect(driver.getByText('Parked')).toBeVisible();
    await expectAccessible(driver);
    await expectNoOverflow(driver);
    const before = await strokes();
    await driver.getByRole('button', { name: 'Bring my car' }).click();
    await expect(driver.getByText('We know. Somebody will fetch it.')).toBeVisible();
    await expect(driver.getByRole('button', { name: 'Bring my car' })).toHaveCount(0);
    const asked = page.getByRole('region', { name: 'Requested cars' });
    await expect(asked.getByText(car.plate)).toBeVisible();
    await expect.poll(strokes).toBeGreaterThan(before);
    await expect(page).toHaveTitle(/^\(\d+\) Valet Dashboard/);
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.getByRole('button', { name: 'Sound when a driver' }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sound when a driver' })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
  });

  test('a payment that the bank wants confirmed is confirmed on the driver’s page, and the car may leave', async ({
    page,
    browser,
  }) => {
    await openStand(page);
    const car = await checkIn(page);
    const { context, page: driver } = await addCard(browser, car.link, '4000002760003184');
    opened.push(context);
    await openCheckOut(page, car.code);
    await dialog(page).getByRole('button', { name: /^Pay / }).click();
    await expect(dialog(page).getByText('Waiting for the driver to confirm')).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await driver.reload();
    await expect(driver.getByText('Your bank wants you to confirm the payment')).toBeVisible();
    await expectAccessible(driver);
    await expectNoOverflow(driver);
    await driver.getByRole('button', { name: 'Confirm payment' }).click();
    await expect(driver.getByRole('button', { name: 'Confirm payment' })).toHaveCount(0);
    await expect(dialog(page).getByText('The balance is paid.')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'End Rental' }).click();
    await expect(dialog(page).getByText(`${car.plate} is checked out`)).toBeVisible();
  });
  test.describe('with a fake clock', { tag: '@clock' }, () => {
    test('an expired quote is requested again, and the page says when the balance has changed', async ({
      page,
    }) => {
      await page.clock.install();
      await openStand(page);
      const car = await checkIn(page);
      await openCheckOut(page, car.code);
      await page.route('**/api/valet/valet-sessions/code/**', async (route) => {
        const response = await route.fetch();
        const found = (await response.json()) as { quote: { balance: number } };
        await route.fulfill({ json: { ...found, quote: { ...found.quote, balance: 98_765 } } });
      });
      await page.clock.fastForward(119_000);
      await expect(page.getByRole('button', { name: 'Pay $987.65' })).toHaveCount(0);
      await page.clock.fastForward(3_000);
      await expect(page.getByRole('button', { name: 'Pay $987.65' })).toBeVisible();
      await expect(
        dialog(page).getByText('The balance has changed. Please check it again.'),
      ).toBeVisible();
      // A balance that was never quoted isn't charged either.
      await page.unroute('**/api/valet/valet-sessions/code/**');
      await page.getByRole('button', { name: 'Pay $987.65' }).click();
      await expect(page.getByRole('button', { name: /^Pay \$/ })).not.toHaveText('Pay $987.65');
      await expect(
        dialog(page).getByText('The balance has changed. Please check it again.'),
      ).toBeVisible();
    });
  });
});
