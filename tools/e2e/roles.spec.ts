import { findNewestStart } from '@lotkeeper/contract/money/letters';
import type { Page } from '@playwright/test';
import { expect, openSpot, signIn, spotNamed, test, visit } from './testing/app.ts';
import { findLastToday } from './testing/clock.ts';

const garage = 'Copper Square Garage';
const always = ['Help Center', 'Logout'];
const pagesOfMoney = ['reports', 'graphs', 'revenue', 'custom-reports', 'visibility'];
const pagesOfAdmins = [
  'team',
  'payouts',
  'income-statement',
  'books',
  'booking-sites',
  'history',
  'close',
  'taxes',
  'changes',
  'week',
  `letters/weekly/${findNewestStart('weekly', findLastToday())}`,
  'who-owes',
  'ledger',
  'plate-searches',
  'alerts',
  'cameras',
  'audit-log',
  'api-keys',
  'webhooks',
  'privacy',
  'privacy/requests',
  'new-property',
  'setup',
  'edit-property',
];

const pagesOfAccountants = [
  'payouts',
  'income-statement',
  'books',
  'booking-sites',
  'close',
  'taxes',
  'changes',
  'week',
  'ledger',
];

/** The menu of each role, and the pages it lacks, for the organization and for a property. */
const roles = {
  employee: {
    menu: [
      'Properties',
      'Advertising',
      'Valet Dashboard',
      'Cars',
      'Check a Plate',
      'Plate Desk',
      'Appeals',
      'Detail',
      'Timeline',
      'Event Calendar',
      'Visitors',
      'Validation Codes',
      'Discount Codes',
      'Waive a Violation',
      'Drivers',
      'Driver-insights',
      'Local Intelligence',
      ...always,
    ],
    closed: { organization: pagesOfAdmins, spot: pagesOfMoney },
  },
  enforcer: {
    menu: ['Properties', 'Check a Plate', 'Detail', 'Drivers', ...always],
    closed: {
      organization: [...pagesOfAdmins, 'advertising', 'plate-desk', 'appeals'],
      spot: [
        ...pagesOfMoney,
        'timeline',
        'events',
        'visitors',
        'upload-visitors-csv',
        'kiosk-generator',
        'codes',
        'validation-bills',
        'promos',
        'violations',
        'driver-insights',
        'reviews',
        'transient-drivers',
        'local-intelligence',
      ],
    },
  },
  accountant: {
    menu: [
      'Home',
      'Properties',
      'Payouts',
      'Income Statement',
      'Money',
      'This Week',
      'Ledger',
      'Why did it change?',
      'Close',
      'Books',
      'Taxes',
      'Booking Sites',
      'Bank',
      'Detail',
      'Reports',
      'Graphs',
      'Custom Reports',
      'Revenue',
      ...always,
    ],
    closed: {
      organization: [
        ...pagesOfAdmins.filter((page) => !pagesOfAccountants.includes(page)),
        'advertising',
        'plate-desk',
        'appeals',
        'cars',
      ],
      spot: ['visibility', 'drivers', 'visitors', 'violations', 'reviews', 'local-intelligence'],
    },
  },
} as const;

/** Opens every group of the menu, and reads its rows. */
const readMenu = async (page: Page) => {
  const menu = page.getByRole('navigation', { name: 'Main' });
  const items = menu.getByRole('listitem');
  await expect(items.filter({ hasText: 'Detail' })).toBeVisible();
  const folded = menu.getByRole('listitem').getByRole('button', { expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
  const labels = await items.locator('a, button').allTextContents();
  return labels.map((text) => text.trim());
};

for (const [who, { menu, closed }] of Object.entries(roles)) {
  // A page that makes a call which the role may not make logs a 403 in its console, and the test fails.
  test(`the menu of the ${who} has the pages of the role, and every other page shows that it isn’t part of it`, async ({
    page,
  }) => {
    await signIn(page, who as keyof typeof roles);
    const { path, organization } = await spotNamed(who as keyof typeof roles, garage);
    await page.goto(`${path}/detail`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(garage);
    expect(await readMenu(page)).toEqual(menu);
    const urls = [
      ...closed.organization.map((name) => `/organization/${organization.pk}/${name}`),
      ...closed.spot.map((name) => `${path}/${name}`),
    ];
    for (const url of urls) {
      await visit(page, url);
      await expect(page.getByText('Your role doesn’t include this page'), url).toBeVisible();
      await visit(page, '/help-center');
      await expect(page).toHaveTitle('Help Center · Lotkeeper');
    }
  });
}

/** What buttons and links begin with that change something, or lead there. */
const changing =
  /^(Accept|Accounts|Add|Close month|Continue|Corrections|Create|Delete|Edit|Enter|Export|Import|Invite|Match|New|None of these|Record|Refund|Remove|Rename|Reopen|Save|Send|Set|Sign|Subscribe|Get Alerts|Tolerance|Undo)\b/;

test('an Accountant lands on Income Statement, opens every page about money, and finds nothing to change', async ({
  page,
}) => {
  await signIn(page, 'accountant');
  const { path, organization } = await spotNamed('accountant', garage);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Income Statement' })).toBeVisible();
  const at = `/organization/${organization.pk}`;
  const pages = {
    [`${at}/payouts`]: 'Payouts',
    [`${at}/payouts/bank`]: 'Bank',
    [`${at}/books`]: 'Books',
    [`${at}/booking-sites`]: 'Booking Sites',
    [`${at}/close`]: 'Close',
    [`${at}/taxes`]: 'Taxes',
    [`${at}/changes`]: 'Why did it change?',
    [`${at}/week`]: 'This Week',
    [`${at}/ledger`]: 'Ledger',
    [`${at}/spots?view=list`]: 'Properties',
    [`${path}/reports`]: 'Reports',
    [`${path}/graphs`]: 'Graphs',
    [`${path}/custom-reports`]: 'Custom Reports',
    [`${path}/revenue`]: 'Revenue',
    [`${path}/detail`]: garage,
  };
  for (const [url, title] of Object.entries(pages)) {
    await visit(page, url);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 }), url).toContainText(title);
    await expect(main.locator('[aria-busy="true"], [class*="bone"]'), url).toHaveCount(0);
    const names = await main
      .locator('button, a')
      .evaluateAll((all) =>
        all.map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim()),
      );
    expect(
      names.filter((name) => changing.test(name)),
      url,
    ).toEqual([]);
  }
});

test('the pages of superusers are closed to an Admin', async ({ page }) => {
  await signIn(page, 'admin');
  const { path } = await spotNamed('admin', garage);
  await page.goto('/help-center');
  for (const name of ['rates', 'invoice']) {
    await visit(page, `${path}/${name}`);
    await expect(page.getByText('This page is for Lotkeeper support'), name).toBeVisible();
    await visit(page, '/help-center');
    await expect(page).toHaveTitle('Help Center · Lotkeeper');
  }
});

test('the longest menu of an Admin scrolls to the open page, in rows of one height, above Help Center and Logout', async ({
  page,
}) => {
  const name = 'Local Intelligence';
  await openSpot(page, 'admin', 'Sonoran Skies', 'local-intelligence', name);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const isInSight = async () => {
    for (const link of [name, 'Help Center'])
      await expect(menu.getByRole('link', { name: link })).toBeInViewport({ ratio: 1 });
    await expect(menu.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 });
  };
  await isInSight();
  const longest = await readMenu(page);
  expect(longest).toHaveLength(50);
  expect(longest).toContain('Aggregator Rentals');
  expect(longest).not.toContain('Rates');
  const rows = menu.getByRole('listitem').locator('a, button');
  const heights = await rows.evaluateAll((all) => all.map((row) => row.clientHeight));
  expect(new Set(heights)).toEqual(new Set([28]));
  // The groups stay open in this browser, so the page is further down.
  await page.reload();
  await expect(menu.getByRole('link', { name: 'Cameras' })).toBeVisible();
  await isInSight();
});

test('a group of the menu opens with its page, and stays closed where its owner closed it', async ({
  page,
}) => {
  const { path } = await openSpot(page, 'admin', garage, 'detail', garage);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const settings = menu.getByRole('button', { name: 'Settings' });
  await expect(menu.getByRole('link', { name: 'Audit Log' })).toHaveCount(0);
  await visit(page, path.replace(/spots.*/, 'privacy/requests'));
  await expect(menu.getByRole('link', { name: 'Privacy & Retention' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await settings.click();
  await settings.click();
  await visit(page, `${path}/detail`);
  await expect(menu.getByRole('link', { name: 'Audit Log' })).toBeVisible();
  await settings.click();
  await page.reload();
  await expect(settings).toHaveAttribute('aria-expanded', 'false');
});
