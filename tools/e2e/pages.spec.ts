import type { Page } from '@playwright/test';
import type { ShotPage } from '../shots/pages.ts';
import { dialogSelector, pages } from '../shots/pages.ts';
import {
  address,
  expect,
  expectAccessible,
  expectAccessibleInTheDark,
  expectNoOverflow,
  signIn,
  spotNamed,
  test,
} from './testing/app.ts';

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

async function checkDialogs(page: Page, { dialogs = {} }: ShotPage): Promise<void> {
  for (const [state, name] of Object.entries(dialogs)) {
    await test.step(state, async () => {
      await page.getByRole('button', { name, exact: true }).first().click();
      const dialog = page.locator(dialogSelector).first();
      await expect(dialog).toBeVisible();
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
    });
  }
}

test.use({ tolerate: /status of 40[034]/ });

for (const target of pages) {
  test(`${target.name} and its dialogs are accessible and fit a desk and a phone`, async ({
    page,
  }) => {
    if (target.who) await signIn(page, target.who);
    await open(page, await toUrl(target, lots.desk));
    if (target.says) await expect(page.getByText(target.says)).toBeVisible();
    await expectAccessible(page);
    await expectAccessibleInTheDark(page);
    await expectNoOverflow(page);
    await checkDialogs(page, target);
    await page.setViewportSize(phone);
    if (target.at === 'spot') await open(page, await toUrl(target, lots.phone));
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
}
