import { addDays } from '@lotkeeper/contract/kernel/calendar';
import type { Locator, Page } from '@playwright/test';
import { callAs, expect, openSpot, test } from './testing/app.ts';
import { findToday } from './testing/clock.ts';

/** The links of a chart's first category and its last, as its table has them. */
async function readEnds(chart: Locator): Promise<string[][]> {
  const hrefs = await chart
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? ''),
      ),
    );
  return [hrefs.at(0) ?? [], hrefs.at(-1) ?? []];
}

const shownPath = (page: Page) => page.evaluate(() => `${location.pathname}${location.search}`);

/** Opens the first category and the last of each chart of a page; returns how many led somewhere. */
async function openEnds(page: Page, url: string): Promise<number> {
  let opened = 0;
  const main = page.getByRole('main');
  const toggles = main
    .locator('figure:has([data-opens="true"])')
    .getByRole('button', { name: /^Show as table/ });
  await expect(toggles.first()).toBeVisible();
  const labels = await toggles.evaluateAll((all) =>
    all.map((button) => button.getAttribute('aria-label')?.replace('Show as table: ', '') ?? ''),
  );
  for (const label of new Set(labels)) {
    const find = (view: string) =>
      page.getByRole('button', { name: `Show as ${view}: ${label}`, exact: true });
    const chart = main.locator('figure').filter({ has: find('table').or(find('chart')) });
    await find('table').click();
    const ends = await readEnds(chart);
    await find('chart').click();
    for (const [end, links] of ends.entries()) {
      if (links.length === 0) continue;
      const cursor = chart.getByRole('slider');
      await cursor.press(end === 0 ? 'Home' : 'End');
      await cursor.press('Enter');
      await expect.poll(() => shownPath(page), `a bar of ${url}`).not.toBe(url);
      expect.soft(links, `what ${label} of ${url} opens`).toContain(await shownPath(page));
      await page.goBack();
      await expect(cursor).toBeVisible();
      opened += 1;
    }
  }
  return opened;
}

test('a bar of a chart opens what a value of it opens in the chart’s table', async ({ page }) => {
  let opened = 0;
  for (const path of [
    'graphs',
    'revenue',
    'driver-insights',
    'custom-reports?measures=gross&range=last_90_days&group=month',
  ]) {
    // The page before would stay until this one is there.
    await page.goto('about:blank');
    await openSpot(page, 'admin', 'Copper Square Garage', path);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    opened += await openEnds(page, await shownPath(page));
  }
  expect(opened).toBeGreaterThan(9);
});

/** How many drivers the list of a link has; the list by itself is of 90 days. */
async function countDrivers(spot: number, search: string): Promise<number> {
  const { days = '90', ...filters } = Object.fromEntries(new URLSearchParams(search));
  const end = findToday();
  const start = addDays(end, 1 - Number(days));
  const query = new URLSearchParams({ spot: String(spot), start, end, ...filters, page: '1' });
  const path = `/api/reports/drivers/frequency/drivers/?${query}`;
  return (await callAs<{ count: number }>('admin', path)).count;
}

test('a number of transient drivers opens a list of as many', async ({ page }) => {
  const { spot } = await openSpot(page, 'admin', 'Copper Square Garage', 'driver-insights');
  await page.getByRole('button', { name: 'Show as table: Drivers by weekday' }).click();
  const links = await page
    .locator('main a[href*="/transient-drivers"]')
    .evaluateAll((all) =>
      all.map((link) => ({ href: link.getAttribute('href') ?? '', text: link.textContent })),
    );
  // Three groups, and of each weekday all drivers and those of each group.
  expect(links.length).toBeGreaterThanOrEqual(3 + 7 * 3);
  for (const { href, text } of links) {
    const [, search = ''] = href.split('?');
    const count = Number(/[\d,]+/.exec(text)?.[0].replace(',', ''));
    expect.soft([href, await countDrivers(spot.pk, search)]).toEqual([href, count]);
  }
});
