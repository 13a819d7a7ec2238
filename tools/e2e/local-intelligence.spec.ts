import type { Page } from '@playwright/test';
import type { Who } from './testing/app.ts';
import { answerCalls, expect, openSpot, panel, test } from './testing/app.ts';

const panels = ['Coming up', 'Holidays', 'Weekdays', 'Events'] as const;

const openPage = (page: Page, who: Who = 'admin', lot = 'Event Lot at the Ballpark') =>
  openSpot(page, who, lot, 'local-intelligence', 'Local Intelligence');

const effect = (name: string, more: object = {}) => ({
  name,
  times: 3,
  same_way: 3,
  change: -0.38,
  low: -0.5,
  high: -0.3,
  ordinary: 0.12,
  confidence: 'sure',
  last_date: '2026-07-04',
  ...more,
});

const weekday = (dow: number, change: number | null) => ({
  dow,
  days: 50,
  rentals: change === null ? null : 40,
  change,
  low: change,
  high: change,
});

const nothing = {
  days: 0,
  upcoming: [],
  holidays: [],
  weekdays: [1, 2, 3, 4, 5, 6, 7].map((dow) => weekday(dow, null)),
  events: [],
  more_events: 0,
  regular_events: [],
};

/** Answers the page's read, so that its figures don't depend on the length of the demo's history. */
const answer = (page: Page, data: object) =>
  answerCalls(page, /reports\/local_intelligence/, { data, last_updated_at: 1 });

const known = {
  ...nothing,
  days: 900,
  upcoming: [
    {
      date: '2026-12-25',
      holidays: ['Christmas Day'],
      events: ['A concert with a name that is so long that it needs more than one line of a phone'],
      closed: false,
      usual: 40,
      expected: 24,
      low: 20,
      high: 31,
      confidence: 'likely',
      estimated: false,
    },
    {
      date: '2027-01-01',
      holidays: ["New Year's Day"],
      events: [],
      closed: false,
      usual: 40,
      expected: 18,
      low: 9,
      high: 30,
      confidence: 'early',
      estimated: true,
    },
    {
      date: '2027-01-18',
      holidays: ['Martin Luther King Jr. Day'],
      events: [],
      closed: false,
      usual: 40,
      expected: null,
      low: null,
      high: null,
      confidence: 'early',
      estimated: false,
    },
  ],
  holidays: [
    effect('Independence Day'),
    ...Array.from({ length: 9 }, (_, index) =>
      effect(`Holiday ${index + 1}`, { confidence: 'early', change: 12.5, times: 1, same_way: 1 }),
    ),
  ],
  weekdays: [1, 2, 3, 4, 5, 6, 7].map((dow) => weekday(dow, dow / 10 - 0.4)),
  events: [effect('Game', { change: 4.1, low: 2, high: 9, net_change: 6 })],
  more_events: 3,
  regular_events: ['Market'],
};

test('Local Intelligence shows the clearest effects first with their ranges, and upcoming days that open in the Event Calendar', async ({
  page,
}) => {
  await answer(page, known);
  await openPage(page);
  const coming = panel(page, 'Coming up');
  await expect(coming.getByRole('row', { name: /New Year's Day.*18 \(9 to 30\)/ })).toContainText(
    'Estimate',
  );
  await expect(coming.getByRole('row', { name: /Martin Luther King/ })).toContainText(
    'Not known yet',
  );
  const holidays = panel(page, 'Holidays');
  await expect(holidays).toContainText(
    'Independence Day: 38% fewer rentals than on the same weekdays around it, in 3 of 3 years.',
  );
  await expect(holidays.getByRole('row', { name: /Independence Day/ })).toContainText(
    '-38%, from -50% to -30%',
  );
  await expect(panel(page, 'Events')).toContainText('3 more are less clear.');
  await expect(panel(page, 'Weekdays')).toContainText('Sundays bring the most');
  await test.step('the clearest effects are listed first, and the others on request', async () => {
    await page.goto('about:blank');
    await openPage(page);
    await expect(holidays.getByText('Holiday 9', { exact: true })).toHaveCount(0);
    await holidays.getByRole('button', { name: 'Show all 10 holidays' }).click();
    await expect(holidays.getByText('Holiday 9', { exact: true })).not.toHaveCount(0);
    await expect(holidays.getByRole('button', { name: /Show all/ })).toHaveCount(0);
  });
  await test.step('an upcoming day links to that day in the Event Calendar', async () => {
    const { path } = await openPage(page);
    await panel(page, 'Coming up')
      .getByRole('link', { name: 'Fri, Dec 25 in the Event Calendar' })
      .click();
    await expect(page).toHaveURL(`${path}/events?date=2026-12-25`);
  });
});

test('Local Intelligence shows an Employee upcoming holidays but no amounts', async ({ page }) => {
  await openPage(page, 'employee');
  await expect(panel(page, 'Coming up').getByRole('link').first()).toBeVisible();
  await expect(panel(page, 'Weekdays')).toBeVisible();
  await expect(page.getByText(/Net revenue|Typical net/)).toHaveCount(0);
  await expect(page.getByText(/NaN|Infinity/)).toHaveCount(0);
});

test('each panel of Local Intelligence says when a property has too little data', async ({
  page,
}) => {
  await answer(page, nothing);
  await openPage(page, 'admin', 'Desert Willow Library Lot');
  await expect(panel(page, 'Coming up')).toContainText('No holidays or events in the next 60 days');
  for (const name of panels.slice(1)) {
    await expect(panel(page, name)).toContainText('Not enough days yet');
  }
});

test('Driver Insights and the command palette lead to Local Intelligence', async ({ page }) => {
  const { path } = await openSpot(page, 'employee', 'Copper Square Garage', 'driver-insights');
  await page.getByRole('link', { name: /How holidays, weekdays and events affect/ }).click();
  await expect(page).toHaveURL(`${path}/local-intelligence`);
  await page.goto(`${path}/detail`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Page, action/ }).fill('local int');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${path}/local-intelligence`);
});
