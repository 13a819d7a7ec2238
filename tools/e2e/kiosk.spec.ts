import { kioskMessages } from '@lotkeeper/contract/operations/kiosks';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import {
  address,
  answerCalls,
  callAs,
  expect,
  expectAccessible,
  expectNoOverflow,
  linkFor,
  openSpot,
  signIn,
  spotNamed,
  test,
} from './testing/app.ts';

/** Chromium's own messages about calls that were refused or lost with the connection. */
const expected = /status of (400|401|403|409|429)|ERR_INTERNET_DISCONNECTED|WebSocket connection/;

const pin = '4711';
const tablet = { width: 820, height: 1180 };

/** Starts a kiosk from the page, and opens it in a separate browser without a session. */
async function startKiosk(
  browser: Browser,
  spot: string,
  of: { mode: 'hours' | 'calendar'; search: string; minutes?: number },
) {
  const { path, spot: at } = await spotNamed('admin', spot);
  const { mode, minutes = 120, search } = of;
  const order = { spot: at.pk, mode, minutes, pin };
  const { ticket } = await callAs<{ ticket: string }>('admin', '/api/kiosks/', order);
  const context = await browser.newContext({ viewport: tablet, timezoneId: 'Asia/Kathmandu' });
  const page = await context.newPage();
  const link = `${path}/validation${search}#${ticket}`;
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(spot);
  return { context, page, link, spot: at };
}

async function ask(page: Page, plate: string) {
  await page.getByLabel('License Plate').fill(plate);
  await page.getByRole('button', { name: 'Request Validation' }).click();
}

const waitingFor = (page: Page, plate: string) =>
  page.getByRole('button', { name: new RegExp(`^Validate ${plate} [A-Z]{2}$`) });

async function unlock(page: Page, typed = pin) {
  await page.getByLabel('Staff PIN').fill(typed);
  await confirm(page);
}

/** Presses Validate in the dialog. */
const confirm = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Validate', exact: true }).click();

test.describe('a kiosk', () => {
  test.use({ tolerate: expected });
  let opened: BrowserContext[] = [];
  test.afterEach(async () => {
    await Promise.all(opened.map((context) => context.close()));
    opened = [];
  });
  const open = async (...of: Parameters<typeof startKiosk>) => {
    const started = await startKiosk(...of);
    opened.push(started.context);
    return started;
  };

  test('a kiosk is started, listed and ended in Validation Kiosk Setup', async ({
    page,
    context,
    browser,
  }) => {
    // A session of its own, since it's ended here.
    await page.goto(linkFor('employee'));
    await page.waitForURL(/\/detail$/);
    const { path } = await spotNamed('employee', 'Meridian');
    await page.goto(`${path}/visitors`);
    await page.getByRole('link', { name: 'Validation Requests' }).click();
    const setup = page.getByRole('heading', { name: 'Validation Kiosk Setup', level: 1 });
    await expect(setup).toBeVisible();
    await page.getByRole('button', { name: 'Start Kiosk' }).click();
    await expect(page.getByText('Must be 4 digits.')).toBeVisible();
    await page.getByLabel('Staff PIN').fill('1234');
    await expect(page.getByText(kioskMessages.weakPin)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Hours', { exact: true }).fill('1');
    await page.getByLabel('Minutes', { exact: true }).fill('30');
    await page.getByLabel('Staff PIN').fill(pin);
    await page.getByRole('radio', { name: 'On this device' }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Start Kiosk and sign out' }).click();
    await expect(
      page.getByRole('heading', { name: 'Meridian Business Park', level: 1 }),
    ).toBeVisible();
    expect(page.url()).toBe(`${path}/validation?minutes=90`);
    await expectAccessible(page);
    await test.step('a guest who opens the dashboard there comes to the login page', async () => {
      const tab = await context.newPage();
      await tab.goto(`${path}/visitors`);
      await expect(tab).toHaveURL(`${address}/login`);
      await tab.close();
    });
    const office = await browser.newContext();
    opened.push(office);
    const desk = await office.newPage();
    await openSpot(desk, 'employee', 'Meridian', 'kiosk-generator');
    const row = desk.getByRole('row', { name: /Kiosk \d+ · Hours Mode, 1 h 30 min/ });
    await test.step('staff let it accept PINs again after wrong ones', async () => {
      await ask(page, 'PIN 1');
      await waitingFor(page, 'PIN 1').click();
      for (let n = 0; n < 6; n++) {
        await unlock(page, '0000');
        await expect(page.getByLabel('Staff PIN')).toBeFocused();
        await expect(page.getByLabel('Staff PIN')).toHaveValue('');
      }
      await expect(page.getByText(/^Too many wrong PINs/)).toBeVisible();
      await desk.reload();
      await expect(row).toContainText('PINs are refused until');
      await expectAccessible(desk);
      await row.getByRole('button', { name: /^Accept PINs at/ }).click();
      await expect(row).not.toContainText('PINs are refused');
      await expect(desk.getByText(/^Kiosk \d+ accepts PINs again\.$/)).toBeVisible();
      await unlock(page);
      await expect(page.getByText(/^Validated visitor with plate PIN 1/)).toBeVisible();
    });
    await row.getByRole('button', { name: /^End kiosk \d/ }).click();
    await expectAccessible(desk);
    await desk.getByRole('dialog').getByRole('button', { name: 'End kiosk' }).click();
    await expect(page.getByRole('heading', { name: 'This kiosk has ended' })).toBeVisible();
    await expectAccessible(page);
    await test.step('staff who sign in beside a kiosk sign in again to validate there', async () => {
      await page.goto(linkFor('employee'));
      await page.waitForURL(/\/detail$/);
      const { ticket } = await callAs<{ ticket: string }>('employee', '/api/kiosks/', {
        spot: (await spotNamed('employee', 'Meridian')).spot.pk,
        mode: 'hours',
        pin,
      });
      await page.goto(`${path}/validation#${ticket}`);
      await expect(page.getByText('Waiting for validation')).toBeVisible();
      const { path: elsewhere } = await spotNamed('employee', 'Sonoran');
      await page.goto(`${elsewhere}/validation?minutes=30`);
      await expect(page.getByRole('heading', { name: 'Sign in to validate' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page).toHaveURL(`${address}/login`);
      await page.goto(linkFor('employee'));
      await expect(page).toHaveURL(`${elsewhere}/validation?minutes=30`);
      await expect(page.getByText('Waiting for validation')).toBeVisible();
    });
  });

  test('the front desk sees who waits, and validates them for the chosen time without a PIN', async ({
    page,
    browser,
  }) => {
    const { page: kiosk, spot } = await open(browser, 'Long Beach', { mode: 'hours', search: '' });
    await ask(kiosk, 'FRONT 1');
    await ask(kiosk, 'FRONT 2');
    await expect(waitingFor(kiosk, 'FRONT 2')).toBeVisible();
    await openSpot(page, 'employee', 'Long Beach', 'visitors', 'Visitors');
    // The demo has others who wait.
    const path = `/api/spots/${spot.pk}/visitors/`;
    const { count } = await callAs<{ count: number }>('employee', path);
    await page.getByRole('link', { name: `Validation Requests ${count} waiting` }).click();
    const requests = page.getByRole('region', { name: 'Waiting for validation' });
    await expect(requests.getByRole('row', { name: /FRONT 1/ })).toBeVisible();
    await expectAccessible(page);
    await ask(kiosk, 'FRONT 3');
    await expect(requests.getByRole('row', { name: /FRONT 3/ })).toBeVisible();
    await requests.getByText('1 hour').click();
    await requests.getByRole('button', { name: 'Validate FRONT 1' }).click();
    await expect(page.getByText('Validated visitor with plate FRONT 1 for 1 h')).toBeVisible();
    await expect(waitingFor(kiosk, 'FRONT 1')).toHaveCount(0);
    await requests.getByText('Until a day').click();
    await requests.getByRole('button', { name: 'Validate FRONT 2' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Validate' }).click();
    await expect(page.getByText(/Validated visitor with plate FRONT 2 until/)).toBeVisible();
    // Somebody at the kiosk may be quicker.
    await waitingFor(kiosk, 'FRONT 3').click();
    await unlock(kiosk);
    await expect(requests.getByRole('row', { name: /FRONT 3/ })).toHaveCount(0);
    await answerCalls(page, `**${path}`, { results: [], count: 0 });
    await page.reload();
    await expect(requests.getByText(kioskMessages.empty)).toBeVisible();
    await openSpot(page, 'employee', 'Long Beach', 'visitors', 'Visitors');
    await expect(
      page.getByRole('link', { name: 'Validation Requests', exact: true }),
    ).toBeVisible();
  });

  test('an Employee validates at the page’s own URL without a kiosk and without a PIN, by hours or until a day', async ({
    page,
    browser,
  }) => {
    const { path } = await spotNamed('admin', 'Harbor View');
    await signIn(page, 'employee');
    await page.goto(`${path}/validation`);
    await expect(page.getByRole('heading', { name: 'Harbor View Lot', level: 1 })).toBeVisible();
    for (const [plate, search, validated] of [
      ['DESK 1', '', /Validated visitor with plate DESK 1 for 2 h/],
      ['DESK 2', '?minutes=45', /Validated visitor with plate DESK 2 for 45 min/],
    ] as const) {
      await page.goto(`${path}/validation${search}`);
      await ask(page, plate);
      await waitingFor(page, plate).click();
      await expect(page.getByText(validated)).toBeVisible();
    }
    await page.goto(`${path}/validation?calendar=true`);
    await ask(page, 'DESK 3');
    await waitingFor(page, 'DESK 3').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Staff PIN')).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Validate' }).click();
    await expect(page.getByText(/Validated visitor with plate DESK 3 until/)).toBeVisible();
    // Another desk sees a new plate at once.
    const other = await browser.newContext({ storageState: await page.context().storageState() });
    opened.push(other);
    const desk = await other.newPage();
    await desk.goto(`${path}/validation?minutes=30`);
    await expect(desk.getByText('Waiting for validation')).toBeVisible();
    await ask(page, 'DESK 4');
    await expect(waitingFor(desk, 'DESK 4')).toBeVisible();
  });

  test('the page asks to sign in where nobody is, and leads back', async ({ page }) => {
    const { path } = await spotNamed('admin', 'Harbor View');
    await page.goto(`${path}/validation?minutes=30`);
    await expect(page).toHaveURL(`${address}/login`);
    await page.goto(linkFor('employee'));
    await expect(page).toHaveURL(`${path}/validation?minutes=30`);
  });

  test('a kiosk for another device shows a QR code', async ({ page }) => {
    await openSpot(page, 'admin', 'Sonoran', 'kiosk-generator');
    await page.getByRole('radio', { name: 'Calendar Mode' }).check();
    await expect(page.getByLabel('Hours', { exact: true })).toHaveCount(0);
    await page.getByLabel('Staff PIN').fill(pin);
    await page.getByRole('button', { name: 'Start Kiosk' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('img', { name: 'QR code that opens the kiosk' })).toBeVisible();
    await expect(dialog.getByText(/\/validation\?calendar=true#lkt_/)).toBeVisible();
    await expect(dialog.getByText(/^Sonoran .* · Calendar Mode · started /)).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.emulateMedia({ media: 'print' });
    await expect(dialog.getByText(/opens the kiosk once, until /)).toBeVisible();
    await expect(dialog.getByRole('button')).toHaveCount(0);
  });

  test('a kiosk takes a guest’s plate, and staff unlock validation with a PIN', async ({
    browser,
  }) => {
    const plate = `GUEST 1`;
    const { page, context, spot } = await open(browser, 'Fifth Avenue', {
      mode: 'hours',
      search: '?minutes=45',
    });
    // Those of the demo who wait.
    const { results } = await callAs<{ results: { pk: number }[] }>(
      'admin',
      `/api/spots/${spot.pk}/visitors/`,
    );
    for (const { pk } of results)
      await callAs('admin', '/api/validate', { visitor_pk: pk, validation_source: 'dashboard' });
    expect(await context.cookies()).toEqual([]);
    await page.getByRole('button', { name: 'Request Validation' }).click();
    await expect(page.getByText('This is required')).toBeVisible();
    await test.step('the page checks the plate and keeps what was typed', async () => {
      await ask(page, 'ABC $ 1');
      await expect(page.getByText('can’t be part of a plate')).toBeVisible();
      await expect(page.getByLabel('License Plate')).toHaveValue('ABC $ 1');
    });
    const listed = (typed: string) =>
      page.getByText(`${typed} NY is on the list. Parking isn’t free yet: ask our staff.`);
    await test.step('a guest corrects their plate', async () => {
      await ask(page, 'guest');
      await expect(listed('GUEST')).toBeVisible();
      await page.getByRole('button', { name: 'Correct the plate' }).click();
      await expect(waitingFor(page, 'GUEST')).toHaveCount(0);
      await expect(page.getByLabel('License Plate')).toHaveValue('GUEST');
      await expect(page.getByLabel('License Plate')).toBeFocused();
      await ask(page, plate.toLowerCase());
      await expect(listed(plate)).toBeVisible();
    });
    await expectAccessible(page);
    await expectNoOverflow(page);
    await expect(page.getByRole('link')).toHaveCount(0);
    const box = await waitingFor(page, plate).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);

    await waitingFor(page, plate).click();
    await expectAccessible(page);
    await unlock(page, '0000');
    await expect(page.getByText('This PIN is wrong.').first()).toBeVisible();
    await unlock(page);
    const validated = page.getByText(`Validated visitor with plate ${plate} for 45 min`);
    await expect(validated).toBeVisible();
    await expect(waitingFor(page, plate)).toHaveCount(0);
    await test.step('a validation is taken back for ten seconds, by a button without the focus', async () => {
      await expect(page.getByRole('heading', { name: 'Waiting for validation' })).toBeFocused();
      const undo = page.getByRole('button', { name: 'Undo' });
      const size = await undo.boundingBox();
      expect(size?.height).toBeGreaterThanOrEqual(50);
      expect(size?.width).toBeGreaterThan(60);
      await undo.click();
      await expect(waitingFor(page, plate)).toBeVisible();
      await expect(page.getByText(`${plate} isn’t validated any more`)).toBeVisible();
    });
    await test.step('nobody else waited, so it was locked again', async () => {
      await expect(page.getByText(/^Unlocked, /)).toHaveCount(0);
      await ask(page, `${plate}B`);
      await waitingFor(page, plate).click();
      await unlock(page);
      await expect(validated).toBeVisible();
    });
    await test.step('as long as somebody waits, it’s unlocked for a minute, and a tap asks once', async () => {
      await expect(page.getByText(/^Unlocked, \d+ s$/)).toBeVisible();
      await expectAccessible(page);
      await waitingFor(page, `${plate}B`).click();
      await expect(page.getByRole('dialog').getByLabel('Staff PIN')).toHaveCount(0);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Lock' }).click();
      await expect(page.getByText(/^Unlocked, /)).toHaveCount(0);
    });
    await test.step('staff take a plate off the list with the PIN', async () => {
      await waitingFor(page, `${plate}B`).click();
      await page.getByLabel('Staff PIN').fill(pin);
      await page.getByRole('button', { name: 'Take it off the list' }).click();
      await expect(page.getByText(`${plate}B was taken off the list.`)).toBeVisible();
      await expect(waitingFor(page, `${plate}B`)).toHaveCount(0);
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
  });

  test('left alone for a minute, a kiosk is the next guest’s', async ({ browser }) => {
    const { page } = await open(browser, 'Sonoran', { mode: 'hours', search: '' });
    await page.clock.install();
    await ask(page, 'LEFT 1');
    await page.getByLabel('License Plate').fill('HALFTYPED');
    await waitingFor(page, 'LEFT 1').click();
    await page.clock.runFor(59_000);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.clock.runFor(2000);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByLabel('License Plate')).toHaveValue('');
    await expect(page.getByText(/LEFT 1 .* is on the list/)).toHaveCount(0);
  });

  test('two kiosks show the same live list, and the slower of two validations is refused with a message', async ({
    browser,
  }) => {
    const plate = `TWO 1`;
    const one = await open(browser, 'Lagoon', { mode: 'hours', search: '' });
    const two = await open(browser, 'Lagoon', { mode: 'hours', search: '' });
    await ask(one.page, plate);
    await expect(waitingFor(two.page, plate)).toBeVisible();
    await ask(two.page, `${plate}X`);
    await waitingFor(one.page, plate).click();
    await waitingFor(two.page, plate).click();
    await unlock(one.page);
    await expect(one.page.getByText(`Validated visitor with plate ${plate}`)).toBeVisible();
    await unlock(two.page);
    await expect(two.page.getByRole('alert')).toHaveText(
      'This visitor has already been validated, or has left.',
    );
    await expect(waitingFor(two.page, plate)).toHaveCount(0);
    await expect(waitingFor(one.page, `${plate}X`)).toBeVisible();
  });

  test('a kiosk keeps what is typed while it is offline, says so, and sends it once', async ({
    browser,
  }) => {
    const plate = `CUT 1`;
    const { page, context, spot } = await open(browser, 'Saguaro', { mode: 'hours', search: '' });
    await context.setOffline(true);
    await ask(page, plate);
    await expect(page.getByText(/1 plate is waiting to be sent/)).toBeVisible();
    await expect(page.getByText(/^No connection\./)).toBeVisible();
    await expect(page.getByText(`${plate} is saved here.`)).toBeVisible();
    await expectAccessible(page);
    await ask(page, 'BAD 1');
    await expect(page.getByText(/2 plates are waiting to be sent/)).toBeVisible();
    await page.route('**/api/visitors/', async (route) => {
      const { plate: sent } = route.request().postDataJSON() as { plate: string };
      if (sent !== 'BAD 1') return route.continue();
      return route.fulfill({
        status: 403,
        contentType: 'application/json',
        body: JSON.stringify({ code: 'not_allowed', detail: kioskMessages.plateOnly }),
      });
    });
    await context.setOffline(false);
    await expect(waitingFor(page, plate)).toBeVisible();
    // What is refused after an outage is said until somebody has read it.
    const refusal = page.getByText(/^BAD 1 is not on the list: /);
    await expect(refusal).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(refusal).toHaveCount(0);
    await expect(page.getByText(/waiting to be sent/)).toHaveCount(0);
    // The live connection has given up, and reconnects with the next read.
    await expect(page.getByText('Enter your plate, then ask our staff')).toBeVisible();
    const waiting = await callAs<{ results: { car_details: { plate: string } }[] }>(
      'admin',
      `/api/spots/${spot.pk}/visitors/`,
    );
    expect(waiting.results.filter((one) => one.car_details.plate === plate)).toHaveLength(1);
  });

  test('a calendar kiosk validates until the end of a day, its link is single-use, and minutes are limited', async ({
    browser,
  }) => {
    const plate = `DAY 1`;
    const { page, link } = await open(browser, 'Harbor View', {
      mode: 'calendar',
      search: '?calendar=true',
    });
    await ask(page, plate);
    await waitingFor(page, plate).click();
    await expect(page.getByLabel('Valid until the end of')).toHaveValue(/^\d{4}-\d\d-\d\d$/);
    await expectAccessible(page);
    await unlock(page);
    await expect(
      page.getByText(new RegExp(`Validated visitor with plate ${plate} until .*11:59 PM`)),
    ).toBeVisible();

    const second = await browser.newContext();
    opened.push(second);
    const other = await second.newPage();
    await other.goto(link);
    await expect(other.getByText('This link has been used or has expired.')).toBeVisible();
    await expectAccessible(other);

    const short = await open(browser, 'Harbor View', {
      mode: 'hours',
      minutes: 30,
      search: '?minutes=600',
    });
    await ask(short.page, `${plate}M`);
    await waitingFor(short.page, `${plate}M`).click();
    await unlock(short.page);
    await expect(short.page.getByRole('alert')).toHaveText(
      'This kiosk validates for up to 30 min.',
    );
  });

  test('a kiosk with nobody waiting says so', async ({ browser }) => {
    const { page } = await open(browser, 'Desert Willow', { mode: 'hours', search: '' });
    await answerCalls(page, '**/api/spots/*/visitors/**', { results: [], count: 0 });
    await page.reload();
    await expect(
      page.getByText('There are no visitors currently requesting validation'),
    ).toBeVisible();
    await expectAccessible(page);
  });
});
