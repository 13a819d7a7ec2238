import type { Page } from '@playwright/test';
import { expect, expectAccessible, openSpot, test } from './testing/app.ts';

/** Copper Square Garage is in Phoenix, where a day begins at 7:00Z. */
const openTimeline = (page: Page, search = '') =>
  openSpot(page, 'admin', 'Copper Square Garage', `timeline${search}`, 'Copper Square Garage');

const days = (page: Page) => page.getByRole('heading', { level: 3 });
/** 2026-06-15T07:00Z. */
const newest = 1_781_506_800;
const daySeconds = 86_400;
const startOf = (ago: number) => newest - ago * daySeconds;
const revenueOf = (ago: number) => ({
  event: 'daily_revenue',
  timestamp: startOf(ago),
  details: { total_rentals: ago, gmv: 1000 * ago, income: 900 * ago },
});
const makeEvent = (ago: number, details: object, event = 'maintenance') => ({
  event,
  timestamp: startOf(ago) + 30_600,
  details: { title: 'Gate arm replaced', description: '', images: [], ...details },
});
const quiet = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => revenueOf(from + index));

interface Timed {
  timestamp: number;
  [other: string]: unknown;
}

/** Answers with the pages in turn, and counts the requests. */
async function answer(page: Page, pages: { events: Timed[]; next: boolean }[]) {
  const requests: (string | null)[] = [];
  await page.route(/\/timeline\/(\?|$)/, async (route) => {
    const offset = new URL(route.request().url()).searchParams.get('offset');
    requests.push(offset);
    const at = offset === null ? 0 : pages.findIndex(({ events }) => lastOf(events) === offset) + 1;
    await route.fulfill({ json: pages[at] ?? { events: [], next: false } });
  });
  return requests;
}
const lastOf = (events: readonly Timed[]) => String(events.at(-1)?.timestamp);

test('the timeline shows days with their events, more on scrolling, and a jump to a date is kept in the URL', async ({
  page,
}) => {
  await openTimeline(page);
  await expect(days(page).first()).toBeVisible();
  await expect(page.getByText('Daily revenue').first()).toBeVisible();
  await expect(page.getByText('Snapshot of the week').first()).toBeVisible();
  await test.step('a jump to a date replaces the list, is kept in the URL, and Clear Filters undoes it', async () => {
    const before = await days(page).first().textContent();
    await page.getByRole('button', { name: 'Jump to date' }).click();
    await page.getByRole('button', { name: 'Previous month' }).click();
    const tenth = page.getByRole('button', { name: / 10, 20\d\d$/ });
    await tenth.click();
    await expect(page).toHaveURL(/timeline\?date=20\d\d-\d\d-10$/);
    await expect(days(page).first()).toHaveText(/ 10\b/);
    await page.reload();
    await expect(days(page).first()).toHaveText(/ 10\b/);
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(page).toHaveURL(/timeline$/);
    await expect(days(page).first()).toHaveText(before ?? '');
  });
  await test.step('more days load on scrolling, and no day appears twice', async () => {
    await expect(days(page).first()).toBeVisible();
    const all = page.getByRole('heading', { level: 3, includeHidden: true });
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      expect(await all.count()).toBeGreaterThan(60);
    }).toPass();
    const names = await all.allTextContents();
    expect(new Set(names).size).toBe(names.length);
  });
});

test('a future day in the URL is ignored', async ({ page }) => {
  await openTimeline(page, '?date=2999-01-01');
  await expect(days(page).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear Filters' })).toHaveCount(0);
});

test('days without highlights are folded from the sixth on, and an opened one stays open', async ({
  page,
}) => {
  const requests = await answer(page, [
    { events: quiet(0, 22), next: true },
    { events: [...quiet(22, 3), makeEvent(25, {}), ...quiet(26, 4)], next: false },
  ]);
  await openTimeline(page);
  await expect(days(page)).toHaveCount(5);
  const fold = page.getByText('No highlights for these days.');
  await expect(fold).toContainText('May 25, 2026 – Jun 10, 2026, 17 days');
  await fold.click();
  await expect(days(page)).toHaveCount(22);
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    expect(await fold.innerText()).toContain('May 22, 2026 – Jun 10, 2026, 20 days');
  }).toPass();
  await expect(days(page)).toHaveCount(30);
  await expect(page.getByText('Gate arm replaced 8:30 AM')).toBeVisible();
  await expect(page.getByText('You have reached the end of the timeline.')).toBeVisible();
  expect(requests).toEqual([null, String(startOf(21))]);
  await fold.click();
  await expect(days(page)).toHaveCount(10);
});

test('folded days do not load further days until Load more is pressed', async ({ page }) => {
  const requests = await answer(page, [
    { events: quiet(0, 12), next: true },
    { events: quiet(12, 3), next: false },
  ]);
  await openTimeline(page);
  await expect(page.getByText('No highlights for these days.')).toContainText('7 days');
  expect(requests).toEqual([null]);
  await page.getByRole('button', { name: 'Load more' }).press('Enter');
  await expect(page.getByText('No highlights for these days.')).toContainText('10 days');
  await expect(page.getByText('You have reached the end of the timeline.')).toBeVisible();
  expect(requests).toEqual([null, String(startOf(11))]);
});

test('a property without timeline events says so', async ({ page }) => {
  await answer(page, [{ events: [], next: false }]);
  await openTimeline(page);
  await expect(
    page.getByText("There are no events in this property's timeline yet...", { exact: true }),
  ).toBeVisible();
});

test('each kind of event shows its details, and an unknown one its title and time', async ({
  page,
}) => {
  await answer(page, [
    {
      events: [
        makeEvent(0, { title: 'The Paper Lanterns', until: startOf(0) + 41_400 }, 'event'),
        makeEvent(
          0,
          {
            title: 'Prices changed',
            prices: [
              { name: 'Hourly', before: 500, after: 725 },
              { name: 'Daily', before: null, after: 1_234_567_800 },
            ],
          },
          'price_change',
        ),
        { event: 'meteor', timestamp: startOf(0) + 30_600, details: { title: 'A stone fell' } },
        {
          event: 'enforcement',
          timestamp: startOf(0),
          details: { autostarted_count: 0, autostarted_revenue: -5500, images: [] },
        },
        {
          event: 'daily_revenue',
          timestamp: startOf(0),
          details: { total_rentals: 0, gmv: 0, income: -125_000 },
        },
      ],
      next: false,
    },
  ]);
  await openTimeline(page);
  await expect(page.getByText('The Paper Lanterns 8:30 AM to 11:30 AM')).toBeVisible();
  await expect(page.getByText('$5 to $7.25')).toBeVisible();
  await expect(page.getByText('$12,345,678')).toBeVisible();
  await expect(page.getByText('A stone fell 8:30 AM')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText('-$1,250')).toBeVisible();
  await expect(page.getByText(/NaN|Infinity|undefined/)).toHaveCount(0);
});

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test.describe('images', () => {
  test.use({ tolerate: /status of 404/ });
  const original = /\/api\/pictures\/original/;
  const pictures = Array.from({ length: 7 }, (_, index) => ({
    url: `/api/pictures/original-${index}/`,
    thumbnail_url: `/api/pictures/small-${index}/`,
  }));

  test('an event shows five of its seven images, and the viewer shows two images per page', async ({
    page,
  }) => {
    await page.route(/\/api\/pictures\//, (route) =>
      route.fulfill({ contentType: 'image/png', body: pixel }),
    );
    await answer(page, [{ events: [makeEvent(0, { images: pictures })], next: false }]);
    await openTimeline(page);
    const gallery = page.getByRole('list', { name: 'Images of Gate arm replaced' });
    await expect(gallery.getByRole('button')).toHaveCount(5);
    await expect(gallery.getByRole('button').last()).toContainText('+2');
    await gallery.getByRole('button').last().click();
    const viewer = page.getByRole('dialog', { name: 'Images of Gate arm replaced' });
    await expect(viewer).toContainText('5–6 of 7');
    await expect(
      viewer.getByRole('img', { name: 'Gate arm replaced, image 6 of 7' }),
    ).toBeInViewport();
    await viewer.getByRole('button', { name: 'Next' }).click();
    await expect(viewer).toContainText('7 of 7');
    await expect(viewer.getByRole('button', { name: 'Next' })).toBeDisabled();
    await viewer.getByRole('button', { name: 'Previous' }).click();
    await expectAccessible(page);
    await expect(viewer).toContainText('5–6 of 7');
    await page.keyboard.press('Escape');
    await expect(gallery.getByRole('button').last()).toBeFocused();
  });

  test('an image falls back to its original, and to a mark when that is missing too', async ({
    page,
  }) => {
    await page.route(/\/api\/pictures\//, (route) =>
      original.test(route.request().url()) && !route.request().url().includes('-1/')
        ? route.fulfill({ contentType: 'image/png', body: pixel })
        : route.fulfill({ status: 404, body: '' }),
    );
    await answer(page, [{ events: [makeEvent(0, { images: pictures.slice(0, 2) })], next: false }]);
    await openTimeline(page);
    const gallery = page.getByRole('list', { name: 'Images of Gate arm replaced' });
    await expect(gallery.getByRole('img', { name: 'image 1 of 2' })).toHaveAttribute(
      'src',
      '/api/pictures/original-0/',
    );
    await expect(gallery.getByRole('img', { name: 'image 2 of 2, not loaded' })).toBeVisible();
    await expect(gallery).toContainText('Could not load the image');
  });
});

test.describe('when a page cannot be read', () => {
  test.use({ tolerate: /status of 500/ });

  test('a timeline whose first page cannot be read says so and can be tried again', async ({
    page,
  }) => {
    await page.route(/\/timeline\/$/, (route) => route.fulfill({ status: 500, body: '' }), {
      times: 1,
    });
    await openTimeline(page);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Could not fetch timeline events');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(days(page).first()).toBeVisible();
  });

  test('a later page of the timeline that cannot be read says so, and the shown days stay', async ({
    page,
  }) => {
    await answer(page, [
      { events: [...quiet(0, 5), makeEvent(5, {}), ...quiet(6, 4)], next: true },
      { events: quiet(10, 2), next: false },
    ]);
    await page.route(/\/timeline\/\?offset/, (route) => route.fulfill({ status: 500, body: '' }), {
      times: 1,
    });
    await openTimeline(page);
    await page.getByText('Gate arm replaced').scrollIntoViewIfNeeded();
    await days(page).last().scrollIntoViewIfNeeded();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Could not fetch timeline events');
    await expect(days(page)).toHaveCount(10);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('You have reached the end of the timeline.')).toBeVisible();
    await expect(days(page)).toHaveCount(12);
  });
});
