import type { Page } from '@playwright/test';
import type { ShotPage } from '../shots/pages.ts';
import { dialogSelector, pages } from '../shots/pages.ts';
import {
  address,
  expect,
  expectAccessible,
  expectAccessibleInTheDark,
  expectAccessibleOnPhone,
  expectNoOverflow,
  expectOpaque,
  signIn,
  spotNamed,
  test,
} from './testing/app.ts';
import { expectPlausible } from './testing/shown.ts';

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
/** Leaves room for a browser's toolbars; a dialog's buttons must be visible. */
const lowPhone = { width: 390, height: 664 };

/** The properties used for each page: one with much data, and one with long names for the phone. */
const lots = {
  desk: ['admin', 'Copper Square Garage'],
  phone: ['admin', 'The Historic Union Depot'],
} as const;

async function toUrl({ at, path }: ShotPage, [who, name]: (typeof lots)['desk' | 'phone']) {
  if (at === 'root') return `${address}${path}`;
  const spot = await spotNamed(who, name);
  return `${at === 'org' ? spot.path.replace(/\/spots\/.*/, '') : spot.path}/${path}`;
}

/** Opens a page and waits until it has loaded completely. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.locator('h1, [role="heading"][aria-level="1"]')).toHaveCount(1);
  await expect(page).toHaveTitle(/Lotkeeper$/);
  await expect(page.locator('[aria-busy="true"], [class*="bone"]')).toHaveCount(0);
}

/** Explains the first of the page's figures, if one has an explanation. */
async function checkHint(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^About / }).first();
  if ((await button.count()) === 0) return;
  await button.focus();
  await expectOpaque(page.getByRole('tooltip'));
  await button.blur();
}

async function checkDialogs(page: Page, { dialogs = {} }: ShotPage): Promise<void> {
  for (const [state, name] of Object.entries(dialogs)) {
    await test.step(state, async () => {
      const opener = page.getByRole('button', { name, exact: true }).first();
      const before = await opener.evaluateHandle((element) => element);
      await opener.click();
      const dialog = page.locator(dialogSelector).first();
      await expect(dialog).toBeVisible();
      await expectOpaque(dialog);
      await expectPlausible(page);
      await expectAccessible(page);
      await page.setViewportSize(lowPhone);
      await expectNoOverflow(page);
      const isModal = (await dialog.getAttribute('aria-modal')) === 'true';
      if (isModal) await expect.soft(dialog.getByRole('button').last()).toBeInViewport();
      await page.setViewportSize(desk);
      await page.keyboard.press('Escape');
      // A menu that also opens by hover may open again while the pointer rests on its button.
      await page.mouse.move(0, 0);
      await expect(page.locator(dialogSelector)).toHaveCount(0);
      // Its row or day may have been drawn again for the other width; what is around that has the focus then.
      if (await before.evaluate(({ isConnected }) => isConnected))
        await expect.soft(opener, 'what opened it has the focus again').toBeFocused();
      else await expect.soft(page.locator('body')).not.toBeFocused();
    });
  }
}

interface Motion {
  shifts: { share: number; moved: string[] }[];
  transitions: string[];
}

/** Records what moves while the page loads, and each transition. Whatever waits for an element of unknown height waits as long as needed. */
async function watchMotion(page: Page): Promise<void> {
  // What other tests do meanwhile isn't this page's doing.
  await page.routeWebSocket(/\/live/, () => undefined);
  await page.addInitScript(() => {
    const motion: Motion = { shifts: [], transitions: [] };
    const { shifts, transitions } = Object.assign(window, motion);
    addEventListener('transitionrun', (event) => void transitions.push(event.propertyName));
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 150) : (node?.textContent ?? ''),
        );
        shifts.push({ share: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    // The document has no element yet.
    new MutationObserver((_, observer) => {
      document.documentElement.style.setProperty('--ui-wait', '1000s');
      observer.disconnect();
    }).observe(document, { childList: true });
  });
}

interface LayoutShift {
  value: number;
  sources: { node: Node | null }[];
}

/** The share of the window that may move while a page loads; Web Vitals calls 0.1 good. */
const maxShift = 0.02;

async function expectNoShift(page: Page): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as Motion).shifts);
  const sum = shifts.reduce((total, { share }) => total + share, 0);
  expect.soft(sum, `what moved: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(maxShift);
}

/** Motion is reduced here. A transition of any length computes the styles of the whole page again. */
async function expectNoTransition(page: Page): Promise<void> {
  const transitions = await page.evaluate(() => (window as unknown as Motion).transitions);
  expect.soft(transitions, 'transitions').toEqual([]);
}

test.use({ tolerate: /status of 40[034]/ });

for (const target of pages) {
  test(`${target.name} and its dialogs are accessible and fit a desk and a phone`, async ({
    page,
  }) => {
    if (target.who) await signIn(page, target.who);
    await watchMotion(page);
    await open(page, await toUrl(target, lots.desk));
    if (target.says) await expect(page.getByText(target.says)).toBeVisible();
    await expectNoShift(page);
    await expectPlausible(page);
    await expectAccessible(page);
    await expectAccessibleInTheDark(page);
    await expectNoOverflow(page);
    await checkHint(page);
    await checkDialogs(page, target);
    await expectNoTransition(page);
    await page.setViewportSize(phone);
    await open(page, await toUrl(target, lots.phone));
    await expectNoShift(page);
    await expectPlausible(page);
    await expectAccessibleOnPhone(page);
  });
}
