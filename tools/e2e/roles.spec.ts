import { findNewestStart } from '@lotkeeper/contract/money/letters';
import type { Page } from '@playwright/test';
import { expect, openSpot, signIn, spotNamed, test, visit } from './testing/app.ts';
import { findToday } from './testing/clock.ts';

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
  `letters/weekly/${findNewestStart('weekly', findToday())}`,
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
    menu: ['Properties', 'Cars', 'Check a Plate', 'Detail', 'Drivers', ...always],
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
      'Properties',
      'Payouts',
      'Income Statement',
      'Ledger',
      'Why did it change?',
      'This Week',
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

const readMenu = async (page: Page) => {
  const items = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem');
  await expect(items.filter({ hasText: 'Detail' })).toBeVisible();
  const labels = await items.locator('a, summary, button').allTextContents();
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
  /^(Accept|Accounts|Add|Close month|Continue|Corrections|Create|Delete|Edit|Enter|Export|Import|Invite|Match|New|None of these|Record|Refund|Remove|Rename|Reopen|Save|Send|Set|Sign|Subscribe|Tell Me|Tolerance|Undo)\b/;

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

test('the longest menu of an Admin fits a window of 1280 × 800', async ({ page }) => {
  await openSpot(page, 'admin', 'Sonoran Skies', 'detail', 'Sonoran Skies');
  const longest = await readMenu(page);
  expect(longest).toHaveLength(39);
  expect(longest).toContain('Aggregator Rentals');
  expect(longest).not.toContain('Rates');
  await expect(page.getByRole('link', { name: 'Cameras' })).toBeHidden();
  const menu = page.getByRole('complementary', { name: 'Menu' });
  expect(await menu.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
  await page.getByText('Settings', { exact: true }).click();
  await page.getByRole('link', { name: 'Cameras' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cameras' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Audit Log' })).toBeVisible();
});
