import { createECDH, randomBytes } from 'node:crypto';
import type { Page, Worker } from '@playwright/test';
import type { Who } from './testing/app.ts';
import {
  callAs,
  expect,
  expectAccessibleAtBothWidths,
  openOrganization,
  signIn,
  test,
} from './testing/app.ts';

const listDevices = async (who: Who = 'admin') =>
  (await callAs<{ devices: { pk: number; valet_spots: number[] }[] }>(who, '/api/push_devices/'))
    .devices;

/** A browser without a push service of its maker, as here, gets one that is nowhere. */
async function bringPushService(page: Page): Promise<void> {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const subscription = {
    endpoint: `https://push.invalid/${randomBytes(8).toString('hex')}`,
    keys: {
      p256dh: pair.getPublicKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  };
  await page.addInitScript(({ endpoint, keys }) => {
    let current: object | null = null;
    PushManager.prototype.subscribe = async (options) => {
      const serverKey = options?.applicationServerKey;
      if (typeof serverKey !== 'string') throw new TypeError('The key isn’t text.');
      const text = serverKey.replaceAll('-', '+').replaceAll('_', '/');
      const key = Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
      current = {
        endpoint,
        options: { applicationServerKey: key.buffer },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          current = null;
          return true;
        },
      };
      return current as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
  }, subscription);
}

/** Has the browser hand a message to the worker, as its push service would. */
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data,
  });
  await session.detach();
}

/** A browser without a screen lets nobody show notifications: permission is given here, and the worker's calls kept. */
const allowNotifications = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
  });

interface Shown {
  title: string;
  options: NotificationOptions;
}
type ShowingWorker = { shown: Shown[]; registration: ServiceWorkerRegistration };

const keepShown = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as ShowingWorker;
    scope.shown = [];
    scope.registration.showNotification = async (title, options = {}) => {
      scope.shown.push({ title, options });
    };
  });

const readShown = (worker: Worker) =>
  worker.evaluate(() => (globalThis as unknown as ShowingWorker).shown);

test('an Admin allows notifications on a device, tries them, and removes the device', async ({
  page,
  context,
}) => {
  await allowNotifications(page);
  await bringPushService(page);
  const started = context.waitForEvent('serviceworker');
  await openOrganization(page, 'admin', 'Cactus', 'alerts');
  await page.getByRole('button', { name: 'Get Alerts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Get Alerts' });
  await expect(dialog.getByText('None yet, so push alerts don’t reach you.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Allow on this device' }).click();
  const device = dialog.getByRole('listitem').filter({ hasText: '(this one)' });
  await expect(device).toContainText('Chrome on Linux');
  await expect(device).toContainText('Nothing was sent yet.');
  await expectAccessibleAtBothWidths(page);
  await device.getByRole('button', { name: 'Send a test' }).click();
  await expect(device.getByRole('alert')).toContainText('The browser’s push service');
  await dialog.getByLabel('Payout failed, Push').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your choices were saved.')).toBeVisible();

  const notification = {
    title: 'A payout failed',
    body: 'Since 2 PM.',
    navigate: new URL('/ledger', page.url()).href,
    tag: 'alert-1',
  };
  const worker = await started;
  await keepShown(worker);
  await deliver(page, JSON.stringify({ web_push: 8030, notification }));
  await deliver(page, 'not what we send');
  await expect.poll(async () => (await readShown(worker)).length).toBe(2);
  const [first, second] = await readShown(worker);
  expect(first).toMatchObject({
    title: 'A payout failed',
    options: { body: 'Since 2 PM.', tag: 'alert-1', data: notification.navigate },
  });
  const icon = await page.request.get(new URL(first?.options.icon ?? '', page.url()).href);
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/png']);
  expect(second?.title).toBe('Lotkeeper');
  expect(await listDevices()).toHaveLength(1);
  await page.getByRole('button', { name: 'Get Alerts' }).click();
  await expect(dialog.getByLabel('Payout failed, Push')).toBeChecked();
  await device.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByRole('button', { name: 'Allow on this device' })).toBeVisible();
  expect(await listDevices()).toEqual([]);
  // What is still subscribed would be confirmed again by the next look at the page.
  const findSubscription = () =>
    page.evaluate(async () => {
      const { pushManager } = await navigator.serviceWorker.ready;
      return pushManager.getSubscription();
    });
  await expect.poll(findSubscription).toBeNull();
});

test.describe('a browser without a push service', () => {
  test.use({ tolerate: /does not support the Push API in incognito mode/ });

  test('says so', async ({ page }) => {
    await allowNotifications(page);
    await openOrganization(page, 'admin', 'Cactus', 'alerts');
    await page.getByRole('button', { name: 'Get Alerts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Get Alerts' });
    await dialog.getByRole('button', { name: 'Allow on this device' }).click();
    // Another one is about the devices of the same person in other tests.
    const alert = dialog.getByRole('alert').filter({ hasText: 'couldn’t reach its push service' });
    await expect(alert).toBeVisible();
  });
});

test('a browser that blocks notifications is told what to do', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await openOrganization(page, 'admin', 'Cactus', 'alerts');
  await page.getByRole('button', { name: 'Get Alerts' }).click();
  await expect(page.getByText('This browser blocks notifications of Lotkeeper.')).toBeVisible();
});

interface ClickedScope {
  clients: { openWindow: (url: string) => Promise<void> };
  WindowClient: { prototype: { focus: () => Promise<void> } };
  dispatchEvent: (event: Event) => boolean;
}

/** What a click on a notification opens or focuses; a worker may do neither without a person. */
const click = (worker: Worker, link: string) =>
  worker.evaluate(async (data) => {
    const scope = globalThis as unknown as ClickedScope;
    const done: string[] = [];
    scope.clients.openWindow = async (url) => {
      done.push(`opens ${new URL(url).pathname}`);
    };
    scope.WindowClient.prototype.focus = async () => void done.push('focuses the page');
    await new Promise((resolve) => {
      const waitUntil = (work: Promise<unknown>) => void work.then(resolve);
      const notification = { data, close: () => undefined };
      scope.dispatchEvent(
        Object.assign(new Event('notificationclick'), { notification, waitUntil }),
      );
    });
    return done;
  }, link);

test('a Valet has the stand ring this phone, and a click on its notification brings the stand to the front @phone', async ({
  page,
  context,
}) => {
  await allowNotifications(page);
  await bringPushService(page);
  const started = context.waitForEvent('serviceworker');
  await signIn(page, 'valet');
  await page.goto('/');
  const ring = page.getByRole('button', { name: 'Ring this phone' });
  await expect(ring).toHaveAttribute('aria-pressed', 'false');
  await ring.click();
  await expect(ring).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('also while it’s locked, until you log out')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  const [device] = await listDevices('valet');
  expect(device?.valet_spots).toHaveLength(1);
  const worker = await started;
  const { origin, pathname } = new URL(page.url());
  const [spot] = device?.valet_spots ?? [];
  expect(await click(worker, `${origin}${pathname}?spot=${spot}`)).toEqual(['focuses the page']);
  expect(await click(worker, `${origin}/ledger?spot=${spot}`)).toEqual(['opens /ledger']);
  await ring.click();
  await expect(ring).toHaveAttribute('aria-pressed', 'false');
  expect(await listDevices('valet')).toMatchObject([{ valet_spots: [] }]);
});
