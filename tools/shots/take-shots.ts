import type { Page, Route } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { address, signIn, spotNamed } from '../e2e/testing/app.ts';
import { readShift } from '../e2e/testing/clock.ts';
import { shiftClock } from '../e2e/testing/shift-clock.ts';
import { noteFigures } from './measure.ts';
import type { ShotPage } from './pages.ts';
import { dialogSelector, pages } from './pages.ts';
import { shotPath } from './sheet.ts';

/** Requests of every page's frame: who is signed in, and which properties there are. */
const frameReads =
  /^\/api\/(v2\/profiles|organizations\/?$|organizations\/\d+\/?$|spots(\/\d+)?\/?$)/;

const states = {
  'as it is': null,
  loading: () => undefined,
  failed: (route: Route) =>
    route.fulfill({
      status: 409,
      json: { detail: 'The server gave this reason.', code: 'conflict' },
    }),
};

async function stopReads(page: Page, answer: (route: Route) => unknown): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith('/api/') && !frameReads.test(url.pathname),
    (route) => (route.request().method() === 'GET' ? answer(route) : route.fallback()),
  );
}

/**
 * Waits until no skeleton or spinner is left; for a page that keeps waiting, only until it makes no more requests.
 */
async function settle(page: Page, waitsForGood: boolean): Promise<void> {
  await page.locator('h1, [role="heading"][aria-level="1"]').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => undefined);
  if (!waitsForGood)
    await expect(page.locator('[class*="bone"], .mantine-Loader-root')).toHaveCount(0, {
      timeout: 30_000,
    });
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(400);
}

const getOrganizationPath = (spotPath: string) => spotPath.replace(/\/spots\/.*/, '');

function toUrl({ at, path }: ShotPage, spotPath: string): string {
  if (at === 'root') return `${address}${path}`;
  return `${at === 'org' ? getOrganizationPath(spotPath) : spotPath}/${path}`;
}

for (const theme of ['light', 'dark'] as const) {
  test.describe(theme, () => {
    test.use({ colorScheme: theme });
    test(`Components in ${theme}`, async ({ page }, { project }) => {
      await page.goto(process.env.SHOTS_COMPONENTS ?? '');
      // Vite may load the page again once it knows what it imports.
      await expect(page.getByRole('heading', { name: 'A heat map and a change' })).toBeVisible();
      await settle(page, true);
      const path = shotPath({ page: 'Components', state: 'all', width: project.name, theme });
      await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 70 });
    });
    for (const target of pages) {
      test(`${target.name} in ${theme}`, async ({ context }, { project }) => {
        const take = async (page: Page, state: string, fullPage = true) => {
          await settle(page, state === 'loading');
          const path = shotPath({ page: target.name, state, width: project.name, theme });
          await page.screenshot({
            path,
            fullPage,
            type: 'jpeg',
            quality: 70,
            animations: 'disabled',
          });
        };
        const open = async (
          as: ShotPage['who'],
          url: string,
          answer?: (route: Route) => unknown,
        ) => {
          const page = await context.newPage();
          await page.addInitScript(shiftClock, readShift());
          if (as) await signIn(page, as);
          if (answer) await stopReads(page, answer);
          await page.goto(url);
          return page;
        };
        const { path } = await spotNamed('admin', 'Copper Square Garage');
        for (const [state, answer] of Object.entries(states)) {
          if (target.at === 'root' && answer) continue;
          const page = await open(target.who, toUrl(target, path), answer ?? undefined);
          await take(page, state);
          if (!answer && theme === 'light') await noteFigures(page, target.name, project.name);
          if (!answer) await takeDialogs(page, target, take);
          await page.close();
        }
        if (target.at === 'root') return;
        const page = await open(
          'superuser',
          toUrl(target, `${address}${process.env.SHOTS_EMPTY_SPOT}`),
        );
        await take(page, 'empty');
        await page.close();
      });
    }
  });
}

async function takeDialogs(
  page: Page,
  { dialogs = {} }: ShotPage,
  take: (page: Page, state: string, fullPage: boolean) => Promise<void>,
): Promise<void> {
  for (const [state, name] of Object.entries(dialogs)) {
    const button = page.getByRole('button', { name, exact: true }).first();
    await button.click({ timeout: 5000 });
    await take(page, `dialog ${state}`, false);
    await page.keyboard.press('Escape');
    await expect(page.locator(dialogSelector)).toHaveCount(0);
  }
}
