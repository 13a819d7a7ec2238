import type { Page } from '@playwright/test';
import {
  expect,
  makeKey,
  openOrganization,
  openSpot,
  panel,
  sendRental,
  test,
} from './support/app.ts';

/**
 * Does what Chrome does to translate a page: takes every text out and puts two font elements
 * with the translation in its place. The translation is the same text, so that the test finds what it looks for.
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

/** Opens what a button opens, and closes it. */
async function openAndClose(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('font').first()).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

test('on a page that the browser translates, dialogs open and close, lists are filtered, and live figures are the current ones', async ({
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
  // Beside the figure there may be more, so React changes a text that the translator took away.
  const rentals = panel(page, 'Today').locator('dl > div').filter({ hasText: 'Transient rentals' });
  const figure = rentals.locator('dd').first();
  await expect(figure.locator('font').first()).toBeAttached();
  const before = Number(await figure.textContent());
  const key = await makeKey('adminOfBoth', cactus, ['rentals']);
  await sendRental(key, spot.pk, 'translated');
  await expect(figure).toHaveText(String(before + 1));
});
