import config from '../../playwright.config.ts';
import { expect, test } from './testing/app.ts';
import { walkErrands } from './testing/errands.ts';

/** The browser's own setting: text of twice the usual size. */
const largeText = '--blink-settings=defaultFontSize=32';
const { launchOptions } = config.use ?? {};

test.use({
  tolerate: /status of 40[034]/,
  launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), largeText] },
});

test('with text of 200 % on a phone, every errand has room for its words', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/login');
  await expect(page.locator('html')).toHaveCSS('font-size', '32px');
  await walkErrands(page);
});
