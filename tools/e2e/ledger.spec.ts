import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import { formatMonth } from '@lotkeeper/contract/kernel/format';
import type { Page } from '@playwright/test';
import { pages } from '../shots/pages.ts';
import type { Who } from './testing/app.ts';
import {
  callAs,
  choose,
  expect,
  expectAccessible,
  organizationPk,
  signIn,
  spotNamed,
  test,
} from './testing/app.ts';
import { findToday } from './testing/clock.ts';

interface Linked {
  link: string;
  text: string;
}

interface Figure {
  measure: string;
  total: number;
  count: number;
}

const filterNames = {
  startDate: 'start_date',
  endDate: 'end_date',
  group: 'rental_group',
  type: 'rental_type',
} as const;

/** The server's answer to the query in a ledger link. */
function askFigure(link: string, who: Who = 'admin'): Promise<Figure> {
  const { pathname, searchParams } = new URL(link);
  const query = new URLSearchParams();
  const spot = searchParams.get('spotPk');
  query.set(spot ? 'spot' : 'organization', spot ?? pathname.split('/')[2] ?? '');
  for (const [name, value] of searchParams) {
    if (name !== 'spotPk') query.set(filterNames[name as keyof typeof filterNames] ?? name, value);
  }
  return callAs(who, `/api/figures/?${query}`);
}

/** Amounts that no ledger entries add up to: prices, and what the lot would charge. */
const exceptions = [
  'Hourly price now',
  'Base price',
  'Monthly price',
  'Daily price',
  'are open to the public, $',
];

/** A page's figures: those that open the ledger, and amounts of money that don't. */
const readFigures = (page: Page) =>
  page.getByRole('main').evaluate((main, labels) => {
    const linked = [...main.querySelectorAll<HTMLAnchorElement>('a[href*="/ledger?"]')].map(
      (link) => ({ link: link.href, text: link.textContent }),
    );
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const unlinked: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const box = node.parentElement;
      if (!/\$\d/.test(node.textContent ?? '') || !box) continue;
      if (box.closest('a, svg, .ui-hidden, [aria-hidden="true"], figcaption, footer')) continue;
      if (box.closest('section')?.querySelector('h2')?.textContent === 'Current Rates') continue;
      const around = box.closest('dl > div, tr, li, p')?.textContent || (box.textContent ?? '');
      if (!labels.some((label) => around.includes(label))) unlinked.push(around);
    }
    return { linked, unlinked };
  }, exceptions);

/** The figures of the page's charts, by chart, as their tables link them; a table takes the place of its drawing. */
async function readChartFigures(page: Page): Promise<Linked[][]> {
  const toTable = page.getByRole('main').getByRole('button', { name: /^Show as table/ });
  while ((await toTable.count()) > 0) await toTable.first().click();
  return page.locator('main figure').evaluateAll((charts) =>
    charts.map((chart) =>
      [...chart.querySelectorAll<HTMLAnchorElement>('a[href*="/ledger?"]')].map((link) => ({
        link: link.href,
        text: link.textContent,
      })),
    ),
  );
}

/** Whether a figure's text is the total of its query; the page may show `-` and whole dollars. */
function isTotal(text: string, { measure, total, count }: Figure): boolean {
  const shown = Number(text.replace(/[^\d.]/g, ''));
  if (!text.includes('$')) return shown === (measure === 'rentals' ? total : count);
  const cents = Math.abs(total);
  return text.includes('.')
    ? Math.round(shown * 100) === cents
    : Math.abs(shown - cents / 100) <= 0.5;
}

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('h1, [role="heading"][aria-level="1"]').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

const spotPages = [
  'detail',
  'reports',
  'reports?rentalType=hourly',
  'graphs',
  'revenue',
  'timeline',
  ...['day', 'week', 'month', 'weekday', 'hour', 'rental_type', 'source'].map(
    (group) =>
      `custom-reports?measures=gross,net,rentals,refunds&range=last_90_days&group=${group}`,
  ),
];

/** Beyond this many links, only a sample is followed, because the server limits calls per person. */
const maxFollowed = 24;
/** The same of a chart: of each series, since one may be opened wrongly. */
const maxOfChart = 14;

/** Some links from everywhere: at equal distances, all of them could be of one column of a table. */
function sample(links: readonly Linked[], most: number): readonly Linked[] {
  if (links.length <= most) return links;
  const goldenRatio = 0.618034;
  const picked = Array.from({ length: most }, (_, index) => (index * goldenRatio) % 1);
  return picked.flatMap((share) => links[Math.floor(share * links.length)] ?? []);
}

// Each with a different person, for the same reason.
for (const [name, who] of [
  ['Copper Square Garage', 'admin'],
  ['Event Lot at the Ballpark', 'adminOfBoth'],
  ['Meridian Business Park', 'superuser'],
] as const) {
  test(`every figure of money of ${name} opens the ledger entries that add up to it`, async ({
    page,
  }) => {
    await signIn(page, who);
    const { path } = await spotNamed('admin', name);
    let compared = 0;
    // A custom report has the same groups at every property.
    const pages =
      who === 'admin' ? spotPages : spotPages.filter((one) => !one.startsWith('custom'));
    for (const segment of pages) {
      await openPage(page, `${path}/${segment}`);
      const { linked, unlinked } = await readFigures(page);
      expect([segment, unlinked]).toEqual([segment, []]);
      const wrong = [];
      // A custom report has a column of the same links beside its charts.
      const charts = segment.startsWith('custom') ? [] : await readChartFigures(page);
      const followed = [
        ...sample(linked, maxFollowed),
        ...charts.flatMap((links) => sample(links, maxOfChart)),
      ];
      for (const { link, text } of followed) {
        const figure = await askFigure(link, who);
        if (!isTotal(text, figure)) wrong.push({ link, text, figure });
      }
      expect([segment, wrong]).toEqual([segment, []]);
      compared += followed.length;
    }
    expect(compared).toBeGreaterThan(who === 'admin' ? 100 : 50);
  });
}

test('every line of the income statement, and the month of each property, open their entries', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const organization = await organizationPk('admin', 'Cactus');
  const today = findToday();
  for (const range of [
    '',
    `&startDate=${addDays(today, -35)}&endDate=${addDays(today, -21)}`,
    `&startDate=${addDays(today, -75)}&endDate=${addDays(today, -40)}`,
    `&startDate=2019-01-01&endDate=${addDays(today, -19)}`,
  ]) {
    await openPage(page, `/organization/${organization}/income-statement?spotPk=${range}`);
    const { linked, unlinked } = await readFigures(page);
    expect(unlinked).toEqual([]);
    expect(linked.length).toBeGreaterThan(10);
    for (const { link, text } of linked)
      expect([text, isTotal(text, await askFigure(link))]).toEqual([text, true]);
  }
});

/** Pages whose amounts open what they're a part of: differences between two sums. */
const ofParts = ['changes'];

/** Pages of an organization with figures; Close also of other months, and of properties with cameras and without. */
async function listOrganizationPages(): Promise<string[]> {
  const month = addMonths(findToday(), -2).slice(0, 7);
  const lots = ['Copper Square Garage', 'Meridian Business Park'];
  const spots = await Promise.all(lots.map((lot) => spotNamed('admin', lot)));
  return [
    ...pages
      .filter(({ at, path }) => at === 'org' && !ofParts.includes(path))
      .map(({ path }) => path),
    `close?month=${month}`,
    ...spots.map(({ spot }) => `close?spotPk=${spot.pk}`),
  ];
}

const amountOf = /^[−+-]?\$?[\d,.]+$/;
const monthOf = /[A-Z][a-z]{2} \d{4}$/;

/** Whether a link that names a month opens its first day to its last. */
function isItsMonth(link: string, text: string): boolean {
  const { searchParams } = new URL(link);
  const [start = '', end = ''] = ['startDate', 'endDate'].map(
    (name) => searchParams.get(name) ?? '',
  );
  const name = formatMonth(start.slice(0, 7));
  return (
    text.endsWith(name) &&
    start.endsWith('-01') &&
    addDays(end as LocalDate, 1) === addMonths(start as LocalDate, 1)
  );
}

test('every figure on an organization’s pages that opens the ledger opens its sum', async ({
  page,
}) => {
  await signIn(page, 'adminOfBoth');
  const organization = await organizationPk('admin', 'Cactus');
  let compared = 0;
  for (const path of await listOrganizationPages()) {
    await openPage(page, `/organization/${organization}/${path}`);
    const { linked } = await readFigures(page);
    const [months, amounts] = [monthOf, amountOf].map((kind) =>
      linked.filter(({ text }) => kind.test(text)),
    );
    const wrong = [];
    for (const { link, text } of amounts?.slice(0, maxFollowed) ?? []) {
      const figure = await askFigure(link, 'adminOfBoth');
      if (!isTotal(text, figure)) wrong.push({ link, text, figure });
    }
    for (const { link, text } of months ?? [])
      if (!isItsMonth(link, text)) wrong.push({ link, text });
    expect.soft([path, wrong]).toEqual([path, []]);
    compared += linked.length;
  }
  expect(compared).toBeGreaterThan(60);
});

test('a figure opens its entries, which can be narrowed, sorted, searched and added up, and a bar of a chart its month', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const { path } = await spotNamed('admin', 'Copper Square Garage');
  await openPage(page, `${path}/detail`);
  const month = page.locator('dl > div').filter({ hasText: 'This month so far' });
  const shown = await month.locator('dd a').textContent();
  await month.locator('dd a').click();
  await expect(page).toHaveURL(/\/ledger\?.*measure=gross/);
  const panel = page.getByRole('region', { name: 'Gross revenue' });
  const total = panel.locator('strong').first();
  await expect(total).toHaveText(/^\$[\d,]+\.\d\d$/);
  const dollars = Number((await total.textContent())?.replace(/[$,]/g, ''));
  expect(Math.round(dollars)).toBe(Number(shown?.replace(/[$,]/g, '')));

  const rows = panel.locator('tbody tr, ul[aria-label="Ledger entries"] > li');
  await expect(rows).toHaveCount(50);
  await panel.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(100);
  await page.getByText('More filters').click();
  await expectAccessible(page);
  await choose(page, 'Source', 'SpotHero');
  await expect(page).toHaveURL(/source=spothero/);
  await expect(rows.first()).toContainText('SpotHero');
  await choose(page, 'Sort by', 'Largest first');
  await expect(page).toHaveURL(/order=largest/);
  await page.getByRole('button', { name: 'Remove filter Source: SpotHero' }).click();
  await expect(page).not.toHaveURL(/source=/);
  // Its state follows from the URL, shortly after the click.
  await page.getByRole('checkbox', { name: 'Running total' }).click();
  await expect(page.getByRole('checkbox', { name: 'Running total' })).toBeChecked();
  await expect(panel.getByText('Running total').first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Plate or reference' }).fill('nobody has this');
  await expect(panel).toContainText('No entry in these days has this plate or reference.');
  await test.step('a bar of a chart opens its month, by a click and by Enter', async () => {
    await openPage(page, `${path}/revenue`);
    const chart = page.getByRole('figure').first();
    await chart.locator('[data-opens] > svg').click({ position: { x: 200, y: 150 } });
    await expect(page).toHaveURL(/\/ledger\?.*measure=gross/);
    await page.goBack();
    await page
      .getByRole('slider', { name: /Gross revenue by month/ })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/ledger\?.*measure=gross/);
  });
  await test.step('back from the ledger, the figure that was opened has the focus', async () => {
    await openPage(page, `${path}/detail`);
    const figure = page.getByRole('main').locator('a[href*="/ledger?"]').nth(2);
    await figure.press('Enter');
    await expect(page).toHaveURL(/\/ledger\?/);
    await page.goBack();
    await expect(figure).toBeFocused();
  });
  await test.step('a discount code that can’t be one is named with what to do, and its filter can be removed', async () => {
    const organization = await organizationPk('admin', 'Cactus');
    await openPage(page, `/organization/${organization}/ledger?measure=gross&code=!!`);
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('“!!” can’t be a discount code');
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove filter Discount code: !!' }).click();
    await expect(page.getByRole('region', { name: 'Gross revenue' })).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
});

interface Entries {
  results: { rental: { uuid: string } | null }[];
}
interface Story {
  events: { image?: string | null }[];
}

/** The first of a month's newest rentals whose car was photographed by a camera. */
async function findPhotographed(spotPk: number, search: URLSearchParams): Promise<string> {
  const { results } = await callAs<Entries>(
    'admin',
    `/api/figures/entries/?spot=${spotPk}&measure=gross&start_date=${search.get('startDate')}&end_date=${search.get('endDate')}`,
  );
  for (const { rental } of results) {
    if (!rental) continue;
    const { events } = await callAs<Story>('admin', `/api/rentals/${rental.uuid}/story/`);
    if (events.some(({ image }) => image)) return rental.uuid;
  }
  throw new Error('No camera photographed a car of these entries.');
}

test('three clicks lead from This month so far to the image of one car', async ({ page }) => {
  await signIn(page, 'admin');
  const { path, spot } = await spotNamed('admin', 'Copper Square Garage');
  await openPage(page, `${path}/detail`);
  const figure = page.locator('dl > div').filter({ hasText: 'This month so far' }).locator('dd a');
  const { searchParams } = new URL((await figure.getAttribute('href')) ?? '', page.url());
  const uuid = await findPhotographed(spot.pk, searchParams);
  await figure.click();
  await page.locator(`main a[href$="/rentals/${uuid}"]`).filter({ visible: true }).first().click();
  await page
    .getByRole('button', { name: /image 1 of/ })
    .first()
    .click();
  const image = page.getByRole('dialog').getByRole('img').first();
  await expect(image).toBeVisible();
  await expect
    .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
});

const employeePages = [
  'detail',
  'driver-insights',
  'drivers',
  'promos',
  'reviews',
  'timeline',
  'transient-drivers',
];

test('an Employee sees counts and no revenue, and every link on a page opens', async ({ page }) => {
  await signIn(page, 'employee');
  const { path } = await spotNamed('employee', 'Copper Square Garage');
  const links = new Set<string>();
  for (const segment of employeePages) {
    await openPage(page, `${path}/${segment}`);
    const { linked, unlinked } = await readFigures(page);
    // Employees may see the prices of rentals and discounts.
    const amounts = ['drivers', 'promos'].includes(segment) ? [] : unlinked;
    expect([segment, linked, amounts]).toEqual([segment, [], []]);
    const main = page.getByRole('main');
    const hrefs = await main
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    for (const href of hrefs) links.add(href);
  }
  expect(links.size).toBeGreaterThan(10);
  for (const link of links) {
    await openPage(page, link);
    await expect(page.getByText('Your role doesn’t include this page')).toHaveCount(0);
  }
});
