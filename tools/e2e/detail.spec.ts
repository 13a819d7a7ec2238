import { formatMoneyShort } from '@lotkeeper/contract/kernel/format';
import type { Locator, Page } from '@playwright/test';
import {
  callAs,
  expect,
  expectAccessible,
  failCalls,
  openSpot,
  panel,
  signIn,
  test,
  visit,
} from './testing/app.ts';

const failed = /status of 500|ERR_FAILED/;
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const money = (cents: number) => dollars.format(cents / 100);

interface Report {
  monthly: { date: string; gross_revenue: number; net_revenue: number }[];
  yearly: { gross_revenue: number };
  enforcement_uplift: { year_to_date: { enforcement_revenue: number } };
  dynamic_pricing_uplift: { lifetime: number };
}

test('Detail shows an Admin the figures of the API, and each opens what it is made of', async ({
  page,
}) => {
  const { organization, spot } = await openSpot(page, 'admin', 'Copper Square Garage', 'detail');
  const report = await callAs<Report>('admin', `/api/reports/spots/?spot=${spot.pk}`);
  const earnings = await callAs<{ owed_funds: number; total_payout: number }>(
    'admin',
    `/api/organizations/${organization.pk}/`,
  );
  await expect(panel(page, 'Payouts')).toContainText(money(earnings.owed_funds));
  await expect(panel(page, 'Payouts')).toContainText(money(earnings.total_payout));
  await expect(panel(page, 'Revenue')).toContainText(money(report.yearly.gross_revenue));
  await expect(panel(page, 'Enforcement Revenue')).toContainText(
    money(report.enforcement_uplift.year_to_date.enforcement_revenue),
  );
  await expect(panel(page, 'Dynamic Pricing')).toContainText(
    `+${(report.dynamic_pricing_uplift.lifetime * 100).toFixed(1)}%`,
  );
  await expect(panel(page, 'Monthly Parking')).toContainText('Monthly drivers');
  await expect(panel(page, 'Driver Insights')).toContainText('of 5, from');
  const zone = page.getByText('All times in Mountain Standard Time (America/Phoenix)');
  await expect(zone).toBeVisible();
  const top = async (place: Locator) => (await place.boundingBox())?.y ?? 0;
  const prices = panel(page, 'Dynamic Pricing');
  // It ends the left column, and on a phone the page.
  await expect(page.locator('[data-column]').first()).toContainText('All times in');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await top(zone)).toBeGreaterThan(await top(prices));
  await page.setViewportSize({ width: 1280, height: 800 });
  const table = panel(page, 'Overview').getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(4);
  expect(report.monthly).toHaveLength(6);
  await panel(page, 'Revenue')
    .getByRole('button', { name: 'Show as table: Revenue of the last 6 months' })
    .click();
  const last = report.monthly.at(-1);
  await expect(
    panel(page, 'Revenue').getByRole('table', { name: 'Revenue of the last 6 months' }),
  ).toContainText(money(last?.net_revenue ?? -1));
  await test.step('each figure on Detail links to the entries of its own range', async () => {
    const linkIn = (label: string) =>
      page.locator('dl > div').filter({ hasText: label }).locator('dd a').first();
    await expect(linkIn('Uplift, last 7 days')).toHaveAttribute(
      'href',
      /income-statement\?spotPk=\d+&startDate=\d{4}-\d\d-\d\d&endDate=\d{4}-\d\d-\d\d$/,
    );
    await expect(panel(page, 'Payouts')).toContainText('Earned, net, all properties');
    await expect(panel(page, 'Revenue')).toContainText('Gross, this property');
  });
  await test.step('an owner’s first questions are answered above the panels, and each answer opens', async () => {
    // The demo's penalties are whole dollars, which look the same in every form.
    await page.route('**/api/tickets/?**', async (route) => {
      const response = await route.fetch();
      const tickets = await response.json();
      await route.fulfill({
        response,
        json: { ...tickets, total_amount: tickets.total_amount + 50 },
      });
    });
    await page.reload();
    const open = await callAs<{ count: number; total_amount: number }>(
      'admin',
      `/api/tickets/?spot=${spot.pk}&status=Created&page=1`,
    );
    const sum = formatMoneyShort(open.total_amount + 50);
    const glance = panel(page, 'At a glance');
    const stat = (label: string) => glance.locator('dl > div').filter({ hasText: label });
    await expect(stat('Open violations').locator('dd').first()).toHaveText(String(open.count));
    await expect(stat('Open violations')).toContainText(`${sum} in penalties`);
    await expect(stat('Spaces in use now')).toContainText(/Of \d+ spaces, \d+%/);
    await expect(glance.getByText(/^Gross, [A-Z][a-z]{2} 1\b/)).toBeVisible();
    await expect(glance.getByText(/vs\. \$[\d,]+, [A-Z][a-z]{2} 1\b/).first()).toBeVisible();
    const links = glance.locator('dd a[href*="/ledger?measure=gross"]');
    await expect(links).toHaveCount(3);
    const days = await links.evaluateAll((all) =>
      all.map((link) => {
        const { searchParams } = new URL((link as HTMLAnchorElement).href);
        return [searchParams.get('startDate')?.slice(8), searchParams.get('endDate')?.slice(8)];
      }),
    );
    expect(days[1]).toEqual(days[0]);
    expect(days[2]).toEqual(days[0]);
    await stat('Open violations').locator('dd a').first().click();
    await expect(page).toHaveURL(/\/violations$/);
    await expect(page.getByRole('main')).toContainText(`${open.count} open, ${sum} owed`);
  });
});

/** The links of Detail that are a count: '117', '202 ratings', '1 ledger entry'. */
const countLinks = (page: Page) =>
  page
    .getByRole('main')
    .locator('section')
    .getByRole('link', { name: /^[\d,]+( [a-z ]+)?$/ });

const toCount = (text: string) => Number(/^[\d,]+/.exec(text)?.[0].replaceAll(',', ''));

/** How many rows the list of the open page has: by its pager, by its sum, or by the rows of its only page. */
async function countListed(page: Page): Promise<number> {
  const main = page.getByRole('main');
  await expect(panel(page, 'At a glance')).toHaveCount(0);
  await expect(main.locator('table tbody tr, ul > li').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const [, count] =
    /(?:\d of|The sum of) ([\d,]+)(?: entr|\n|$)/.exec(await main.innerText()) ?? [];
  return count ? toCount(count) : main.locator('table tbody tr, ul > li').count();
}

test('each count on Detail that is a link opens a list with that many rows', async ({ page }) => {
  for (const [name, least] of [
    ['Copper Square Garage', 6],
    ['Meridian Business Park', 2],
  ] as const) {
    await openSpot(page, 'admin', name, 'detail', name);
    const links = countLinks(page);
    await expect(links.nth(least - 1)).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const total = await links.count();
    for (let index = 0; index < total; index += 1) {
      const link = links.nth(index);
      const count = toCount(await link.innerText());
      const url = (await link.getAttribute('href')) ?? '';
      await visit(page, url);
      expect(await countListed(page), url).toBe(count);
      await page.goBack();
      await expect(links).toHaveCount(total);
    }
  }
});

/**
 * The page's figures without a link though a page explains them. Charts explain themselves: each has a caption and a table. The note
 * below a figure may contain more than its value; one link for both is enough.
 */
const findUnexplained = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const apart = 'figure, blockquote, h1, h2, h3, [role=tooltip], header, li, button, p + p';
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const found = new Set<string>();
    let figures = 0;
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest(apart) || !/\d/.test(node.textContent ?? '')) continue;
      const figure = parent.closest('dl > div, td, p');
      const panel = parent.closest('section')?.getAttribute('aria-labelledby');
      const heading = panel ? document.getElementById(panel)?.textContent : '';
      const name = `${heading}: ${(figure ?? parent).textContent}`;
      figures += 1;
      // Active rentals of all types: no list of drivers has them together.
      const isMixed = /^(Overview|At a glance: Spaces in use now|.*: ?Tenant parking)/.test(name);
      if (!figure?.querySelector('a') && !isMixed) found.add(`${name} has no link`);
    }
    return { figures, missing: [...found] };
  });

const shownFigures = {
  'Copper Square Garage': 20,
  'Meridian Business Park': 15,
  'Desert Willow': 10,
};
test('every figure of Detail has a link unless no list has the rows that it counts', async ({
  page,
}) => {
  await signIn(page, 'superuser');
  await page.goto('/help-center');
  for (const [name, least] of Object.entries(shownFigures)) {
    await openSpot(page, 'superuser', name, 'detail', name);
    await expect(panel(page, 'Payouts')).toContainText('Lifetime earnings');
    await expect(panel(page, 'Overview').getByRole('table')).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const { figures, missing } = await findUnexplained(page);
    expect(missing).toEqual([]);
    expect(figures).toBeGreaterThanOrEqual(least);
  }
});

const linkedPages = (page: Page) =>
  page
    .getByRole('main')
    .locator('dd a, td a, p a')
    .evaluateAll((links) => {
      const paths = links.map((link) => new URL((link as HTMLAnchorElement).href).pathname);
      return [...new Set(paths.map((path) => path.split('/').at(-1) ?? ''))];
    });

test('the figures link only to pages that the role may open', async ({ page }) => {
  const shared = ['driver-insights', 'drivers', 'reviews', 'violations'] as const;
  for (const [who, pages] of [
    ['admin', [...shared, 'changes', 'edit-property', 'income-statement', 'ledger', 'visibility']],
    ['employee', shared],
    ['enforcer', ['drivers']],
    ['valet', []],
  ] as const) {
    await test.step(who, async () => {
      // Requests of the open page would be refused for another person.
      await page.goto('about:blank');
      await page.context().clearCookies();
      await openSpot(page, who, 'Copper Square Garage', 'detail');
      await expect(panel(page, 'Dynamic Pricing')).toContainText('Base price');
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      if (who === 'enforcer')
        await expect(panel(page, 'Dynamic Pricing').getByRole('figure')).toHaveCount(0);
      expect(new Set(await linkedPages(page))).toEqual(new Set(pages));
    });
  }
});

test('an Employee sees how full the property is and what is open, and no amounts, on the page or in the answers of the API', async ({
  page,
}) => {
  const answers: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''));
  });
  await openSpot(page, 'employee', 'Copper Square Garage', 'detail');
  await expect(panel(page, 'Dynamic Pricing')).toBeVisible();
  await expect(panel(page, 'Driver Insights')).toContainText('of 5, from');
  for (const name of ['Payouts', 'Overview', 'Enforcement Revenue', 'Revenue']) {
    await expect(panel(page, name)).toHaveCount(0);
  }
  await expect(page.getByText('Uplift')).toHaveCount(0);
  expect(answers.join()).not.toMatch(/revenue|owed_funds|total_payout|gmv|uplift/);
  const glance = panel(page, 'At a glance');
  await expect(glance.locator('dl > div')).toHaveCount(2);
  await expect(glance).not.toContainText('same days');
  await test.step('See More Insights opens Driver Insights', async () => {
    await page.getByRole('link', { name: 'See More Insights' }).click();
    await expect(page).toHaveURL(/\/driver-insights$/);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
});

test('a property without prices and rentals says what will appear there, and one with tenants shows their spaces', async ({
  page,
}) => {
  await openSpot(page, 'admin', 'Desert Willow', 'detail');
  await expect(panel(page, 'Revenue')).toContainText('Your monthly revenue will show up here');
  await expect(panel(page, 'Enforcement Revenue')).toHaveCount(0);
  await expect(panel(page, 'Current Rates')).toContainText('This property has no prices');
  await expect(page.getByText(/NaN|Infinity|undefined/)).toHaveCount(0);
  await openSpot(page, 'admin', 'Meridian Business Park', 'detail');
  await expect(panel(page, 'Monthly Parking')).toContainText('tenant spaces');
});

test.describe('when reads fail', () => {
  test.use({ tolerate: failed });

  test('each panel of Detail whose read fails says so and can be tried again', async ({ page }) => {
    let broken = true;
    await page.route('**/api/reports/spots/**', (route) =>
      broken ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
    await page.route('**/api/slots/overview**', (route) =>
      broken ? route.abort() : route.continue(),
    );
    await openSpot(page, 'admin', 'Copper Square Garage', 'detail');
    await expect(panel(page, 'Revenue')).toContainText('Something went wrong');
    await expect(panel(page, 'Revenue')).toContainText('Please refresh the page');
    await expect(panel(page, 'Dynamic Pricing')).toContainText(
      'Something went wrong. Please refresh the page',
    );
    for (const name of ['Enforcement Revenue', 'Monthly Parking', 'Overview'])
      await expect(panel(page, name)).toContainText('Something went wrong');
    await expect(panel(page, 'Payouts')).toContainText('Lifetime earnings');
    await expectAccessible(page);
    broken = false;
    const shared = page.getByRole('alert').filter({ hasText: 'Some of this page' });
    await shared.getByRole('button', { name: 'Try again' }).click();
    await expect(panel(page, 'Revenue').getByRole('figure').first()).toBeVisible();
  });

  test('a server that is down is said once, with one button for all panels', async ({ page }) => {
    const panels =
      /\/api\/(reports|slots|payouts|rates|reviews|heatmap|alerts|plate_desk|news|tickets|dynamic|pricing|spots\/\d+\/)/;
    await failCalls(page, panels);
    await openSpot(page, 'admin', 'Copper Square Garage', 'detail');
    const main = page.getByRole('main');
    await expect(panel(page, 'Overview')).toContainText('Something went wrong');
    await expect(panel(page, 'Revenue')).toContainText('Something went wrong');
    await expect(main.getByRole('alert')).toHaveCount(1);
    await expect(main.getByRole('button', { name: 'Try again' })).toHaveCount(1);
    await expectAccessible(page);
    await page.unroute(panels);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(panel(page, 'Revenue').getByRole('figure').first()).toBeVisible();
    await expect(main.getByRole('alert')).toHaveCount(0);
  });

  test('a response without uplift fails only the Dynamic Pricing panel', async ({ page }) => {
    await page.route('**/api/reports/spots/**', async (route) => {
      const response = await route.fetch();
      const { dynamic_pricing_uplift: _, ...report } = await response.json();
      await route.fulfill({ response, json: report });
    });
    await openSpot(page, 'admin', 'Copper Square Garage', 'detail');
    await expect(panel(page, 'Dynamic Pricing')).toContainText(
      'Something went wrong. Please refresh the page',
    );
    await expect(panel(page, 'Revenue').getByRole('figure').first()).toBeVisible();
  });

  test('reports refresh after 10 minutes, fail silently, and pause while the window has no focus', {
    tag: '@clock',
  }, async ({ page }) => {
    await page.clock.install();
    let reads = 0;
    let broken = false;
    await page.route('**/api/reports/spots/**', (route) => {
      reads += 1;
      return broken ? route.fulfill({ status: 500, json: {} }) : route.continue();
    });
    await openSpot(page, 'admin', 'Copper Square Garage', 'detail');
    await expect(panel(page, 'Revenue').getByRole('figure').first()).toBeVisible();
    expect(reads).toBe(1);
    await page.clock.runFor(601_000);
    await expect.poll(() => reads).toBe(2);
    await expect(panel(page, 'Revenue').getByText('Updating…')).toHaveCount(0);
    await page.clock.runFor(60_000);
    expect(reads).toBe(2);
    broken = true;
    await page.clock.runFor(601_000);
    await expect.poll(() => reads).toBe(3);
    await expect(panel(page, 'Revenue').getByText('Updating…')).toHaveCount(0);
    await expect(panel(page, 'Revenue').getByRole('figure').first()).toBeVisible();
    await expect(panel(page, 'Revenue').getByRole('alert')).toHaveCount(0);
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await page.clock.runFor(3_600_000);
    expect(reads).toBe(3);
    broken = false;
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect.poll(() => reads).toBeGreaterThan(3);
  });
});
