import { buildHeader, buildMessages } from '@lotkeeper/contract/kernel/builds';
import type { Locator, Page, Route } from '@playwright/test';
import {
  address,
  expect,
  expectNoOverflow,
  makeKey,
  newestMessage,
  openOrganization,
  openSpot,
  panel,
  readMessages,
  sendRental,
  signIn,
  test,
} from './testing/app.ts';
import { walkErrands } from './testing/errands.ts';

/**
 * Does what Chrome does to translate a page: replaces every text with two font elements that contain the
 * translation. The translation is the same text, so that the test finds what it looks for.
 */
async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const translated = new WeakSet<Node>();
    const replaceTexts = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        const parent = text.parentElement;
        if (!parent || !text.data.trim() || translated.has(text)) continue;
        if (parent.closest('script, style, noscript, textarea, svg, [translate="no"]')) continue;
        const font = document.createElement('font');
        const inner = document.createElement('font');
        const translation = new Text(text.data);
        translated.add(translation);
        inner.append(translation);
        font.append(inner);
        parent.insertBefore(font, text);
        parent.removeChild(text);
      }
    };
    const start = () => {
      replaceTexts();
      const options = { childList: true, characterData: true, subtree: true };
      new MutationObserver(replaceTexts).observe(document.body, options);
    };
    addEventListener('DOMContentLoaded', start);
  });
}

/** Opens something with a button, waits for an element in it, and closes it. */
async function openAndClose(page: Page, button: string | RegExp, element = 'font'): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator(element).first()).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

test('on a page that the browser translates, dialogs open and close, lists are filtered, and live figures are current', async ({
  page,
}) => {
  await translate(page);
  const cactus = await openOrganization(page, 'adminOfBoth', 'Cactus', 'team');
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
  await openAndClose(page, /^Change .*role|^Role/);
  await openAndClose(page, 'Add Team Member');
  await openOrganization(page, 'adminOfBoth', 'Cactus', 'spots?view=list');
  const search = page.getByRole('searchbox', { name: 'Search properties' });
  await search.fill('harbor');
  await expect(page.getByRole('link', { name: /Harbor View/ }).first()).toBeVisible();
  await expect(page.getByText(/Copper Square/)).toHaveCount(0);
  await search.fill('');
  await expect(page.getByText(/Copper Square/).first()).toBeVisible();
  await openSpot(page, 'adminOfBoth', 'Copper', 'visitors', 'Visitors');
  await openAndClose(page, '+ Add a Visitor');
  await openSpot(page, 'adminOfBoth', 'Copper', 'promos', 'Discount Codes');
  await openAndClose(page, '+ Add Discount Code');
  const { spot } = await openSpot(page, 'adminOfBoth', 'Harbor', 'visibility', 'Visibility');
  // The figure's text may have more parts, so React may update one that the translator removed.
  const rentals = panel(page, 'Occupancy')
    .locator('dl > div')
    .filter({ hasText: 'Transient rentals' });
  const figure = rentals.locator('dd').first();
  await expect(figure.locator('font').first()).toBeAttached();
  const before = Number(await figure.textContent());
  const key = await makeKey('adminOfBoth', cactus, ['rentals']);
  await sendRental(key, spot.pk, 'translated');
  await expect(figure).toHaveText(String(before + 1));
});

/** Words that content blockers look for in file names. */
const blockedWords =
  /advert|\bads?\b|banner|promo|sponsor|affiliat|track|analytic|telemetry|pixel|beacon|popup|statistic/i;

const isLoaded = (page: Page) =>
  page.evaluate(() => window.performance.getEntriesByType('resource').map(({ name }) => name));

/** Makes every script and style fail that the page hasn't loaded yet. */
async function failNewFiles(page: Page, fail: (route: Route) => Promise<void>): Promise<void> {
  const loaded = new Set(await isLoaded(page));
  await page.route(/\/assets\//, (route) =>
    loaded.has(route.request().url()) ? route.continue() : fail(route),
  );
}

test.describe('with a content blocker', () => {
  test.use({ tolerate: /ERR_BLOCKED_BY_CLIENT|dynamically imported module|preload CSS/ });

  test('Advertising and Discount Codes work, and blocked parts say that a blocker may be the cause', async ({
    page,
  }) => {
    await page.route(/\/assets\//, (route) =>
      blockedWords.test(new URL(route.request().url()).pathname)
        ? route.abort('blockedbyclient')
        : route.continue(),
    );
    await openOrganization(page, 'admin', 'Cactus', 'advertising');
    await expect(page.getByRole('heading', { name: 'Advertising', level: 1 })).toBeVisible();
    await page
      .getByRole('button', { name: /^QR code/ })
      .first()
      .click();
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
    await openSpot(page, 'admin', 'Copper', 'promos', 'Discount Codes');
    await openAndClose(page, '+ Add Discount Code', 'form');
    await test.step('a call that is blocked', async () => {
      await page.route(/promo_codes/, (route) => route.abort('blockedbyclient'));
      await page.goto('about:blank');
      await openSpot(page, 'admin', 'Copper', 'promos', 'Discount Codes');
      await expect(page.getByText(/ad blocker/)).toBeVisible();
    });
    await test.step('a file that is blocked', async () => {
      await failNewFiles(page, (route) => route.abort('blockedbyclient'));
      await openSpot(page, 'admin', 'Copper', 'violations');
      await expect(page.getByText('This page couldn’t be displayed')).toBeVisible();
      await expect(page.getByText(/ad blocker/)).toBeVisible();
    });
  });
});

test.describe('after an update', { tag: '@clock' }, () => {
  test.use({ tolerate: /status of 404|dynamically imported module|preload CSS|MIME type/ });

  test('an old tab keeps what was typed, says that there is a newer version, and offers to reload', async ({
    page,
  }) => {
    await page.clock.install();
    await openSpot(page, 'admin', 'Copper', 'events', 'Event Calendar');
    await page.getByRole('button', { name: '+ Add Event' }).click();
    const name = page.getByRole('dialog').getByLabel('Name');
    await name.fill('Keep me');
    // Simulates an updated server: other files, other responses, and the new build in every response.
    await page.route('**/api/**', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), [buildHeader]: 'newer' };
      const json = route.request().url().includes('profiles/me') ? { person: {} } : undefined;
      await route.fulfill({ response, headers, ...(json ? { json } : {}) });
    });
    const profile = page.waitForResponse(/profiles\/me/);
    // The profile is read once a minute.
    await page.clock.fastForward(61_000);
    await profile;
    await expect(page.getByText(buildMessages.newer)).toBeVisible();
    // The calendar of this field is a separate file, which the update removed.
    await failNewFiles(page, (route) => route.fulfill({ status: 404 }));
    await page.route(`${address}/`, async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replaceAll(/\/assets\/\w+\.js/g, '/assets/newer.js');
      await route.fulfill({ response, body: html });
    });
    await page.getByRole('dialog').getByLabel('Start date').click();
    const words = `${buildMessages.newer} ${buildMessages.reload}`;
    await expect(page.getByRole('dialog').getByText(words)).toBeVisible();
    await expect(name).toHaveValue('Keep me');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    await openSpot(page, 'admin', 'Copper', 'violations');
    await expect(page.getByText(words)).toBeVisible();
  });
});

/** Possible problems with a browser's storage; codes are limited per person, so each has a different one. */
const storageStates: Record<string, { email: string; script: () => void }> = {
  denied: {
    email: 'tomas.quiroga@example.com',
    script: () => {
      const deny = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
        Object.defineProperty(window, name, { get: deny });
      }
      Object.defineProperty(navigator, 'serviceWorker', { get: deny });
    },
  },
  full: {
    email: 'jordan.okafor@example.com',
    script: () => {
      const refuse = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
      Storage.prototype.setItem = refuse;
      IDBObjectStore.prototype.put = refuse;
      IDBObjectStore.prototype.add = refuse;
    },
  },
  cleared: {
    email: 'june.halloran@example.com',
    script: () => {
      setInterval(() => {
        // A blank page has no storage.
        if (location.protocol === 'about:') return;
        localStorage.clear();
        sessionStorage.clear();
      }, 10);
    },
  },
};

for (const [state, { email, script }] of Object.entries(storageStates)) {
  test(`with storage ${state}, a person signs in, and pages and dialogs work`, async ({ page }) => {
    await page.addInitScript(script);
    const { length: seen } = await readMessages(email);
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'Email or phone number' }).fill(`mailto:${email}.`);
    await page.getByRole('button', { name: 'Get Verification Code' }).click();
    await expect(page.getByText(/finds the code in its outbox/)).toBeVisible();
    const code = (await newestMessage(email, seen)).slice(0, 6);
    await page.getByLabel('Digit 1 of 6').focus();
    await page.keyboard.insertText(`Lotkeeper 2026: ${code}`);
    await page.waitForURL(({ pathname }) => pathname !== '/login');
    // What the open page still reads would be refused to the other person.
    await page.goto('about:blank');
    await signIn(page, 'adminOfBoth');
    await page.goto(address);
    // The first page redirects, which would replace the page that is opened next.
    await page.waitForURL(/\/detail$/);
    await openOrganization(page, 'adminOfBoth', 'Cactus', 'team');
    await openAndClose(page, 'Add Team Member', 'form');
  });
}

const backgroundOf = (locator: Locator) =>
  locator.first().evaluate((element) => getComputedStyle(element).backgroundColor);

test('with forced colors, selections, data colors and dialog borders are visible', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openSpot(page, 'admin', 'Copper', 'driver-insights', /Copper/);
  const periods = page.getByRole('group').filter({ hasText: 'Last 180 Days' }).locator('label');
  const stars = page.getByRole('list', { name: 'Ratings' }).locator('[style]');
  await expect(stars).toHaveCount(5);
  for (const [one, other] of [
    [periods.first(), periods.last()],
    [stars.first(), stars.last()],
    [page.locator('nav a[aria-current="page"]'), page.locator('nav a:not([aria-current])')],
  ] as const) {
    expect(await backgroundOf(one)).not.toBe(await backgroundOf(other));
  }
  await openSpot(page, 'admin', 'Copper', 'visitors', 'Visitors');
  await page.getByRole('button', { name: '+ Add a Visitor' }).click();
  const width = (element: Element) => getComputedStyle(element).borderTopWidth;
  await expect.poll(() => page.getByRole('dialog').evaluate(width)).toBe('1px');
});

test('at 400 % zoom every errand has room for its words', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await walkErrands(page);
});

test('with the text spacing that readers may choose, every errand has room for its words', {
  tag: '@phone',
}, async ({ page }) => {
  // WCAG 1.4.12. The page’s policy allows no style element.
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets = [sheet];
  });
  await walkErrands(page);
});

test('at 400 % zoom no page is wider than its window, and at 200 % the buttons of a dialog are within it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openSpot(page, 'admin', 'Copper', 'graphs', 'Graphs');
  await expect(page.getByRole('figure').first()).toBeVisible();
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 640, height: 400 });
  await openSpot(page, 'admin', 'Copper', 'visitors', 'Visitors');
  await page.getByRole('button', { name: '+ Add a Visitor' }).click();
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }),
  ).toBeInViewport();
  await expectNoOverflow(page);
});
