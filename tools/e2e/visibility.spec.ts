import { addDays, fromIso, toEpochSeconds, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Page } from '@playwright/test';
import type { Who } from './testing/app.ts';
import {
  answerCalls,
  callAs,
  callWith,
  choose,
  connectCamera,
  expect,
  openSpot,
  panel,
  spotNamed,
  test,
} from './testing/app.ts';
import { now } from './testing/clock.ts';

const openVisibility = (page: Page, who: Who = 'admin', search = '') =>
  openSpot(page, who, 'Copper', `visibility${search}`, 'Visibility');

/** A new day has no cars yet. */
function findYesterday() {
  return addDays(toLocalDate(now(), 'America/Phoenix'), -1);
}

const plate = (page: Page) => page.getByRole('searchbox', { name: 'Plate' });

test('Visibility shows camera images, the occupancy of the API, and the driver log, whose filters are kept in the URL', async ({
  page,
}) => {
  const { spot } = await openVisibility(page);
  const stats = await callAs<{ peak: number; max_capacity: number }>(
    'admin',
    `/api/hero_stats?uuid=${spot.pk}`,
  );
  const occupancy = panel(page, 'Occupancy');
  await expect(occupancy).toContainText(String(stats.max_capacity));
  await expect(panel(page, 'Camera images').getByRole('img').first()).toBeVisible();
  await expect(panel(page, 'Driver Log')).toBeVisible();
  await expect(page.getByText('Extended View')).toHaveCount(0);
  await test.step('the filters of the driver log are kept in the URL, and invalid ones are removed from it', async () => {
    await page.goto('about:blank');
    await openVisibility(page, 'admin', '?date=2019-02-31&status=parked&rentalType=yearly&page=-1');
    await expect(page).toHaveURL(/visibility$/);
    await plate(page).fill('no such plate');
    await expect(page).toHaveURL(/searchTerm=no(\+|%20)such(\+|%20)plate/);
    await expect(panel(page, 'Driver Log')).toContainText('No results foundno such plate');
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(plate(page)).toHaveValue('');
  });
});

test('the driver log shows several days, and keeps them in the URL', async ({ page }) => {
  const { spot } = await openVisibility(page);
  const log = panel(page, 'Driver Log');
  // Content that loads above the filters pushes them down, and the list of a field out of view is hidden.
  await expect(panel(page, 'Camera images').getByRole('img').first()).toBeVisible();
  await expect(log).toContainText(/\d visits?/);
  await choose(page, 'Show', 'Several days');
  await expect(page).toHaveURL(/startDate=\d{4}-\d\d-\d\d&endDate=/);
  const read = async (search: URLSearchParams) => {
    const [from, to] = [search.get('startDate') ?? '', search.get('endDate') ?? ''];
    // Phoenix is seven hours behind UTC all year.
    const start = toEpochSeconds(fromIso(`${from}T07:00:00Z`));
    const end = toEpochSeconds(fromIso(`${to}T07:00:00Z`)) + 24 * 3600;
    const path = `/api/car_tracking?uuid=${spot.pk}&page=1&start=${start}&end=${end}`;
    return callAs<{ count: number }>('admin', path);
  };
  await expect(log).toContainText(/\d visits/);
  const { count } = await read(new URL(page.url()).searchParams);
  expect(count).toBeGreaterThan(20);
  await expect(log).toContainText(`${count.toLocaleString('en-US')} visits`);
  await choose(page, 'Show', 'One day');
  await expect(page).toHaveURL(/visibility$/);
});

test('the driver log shows which cars are still here, counts visits, and links violations', async ({
  page,
}) => {
  const seconds = Math.round(now() / 1000);
  const visit = (pk: number, of: object) => ({
    pk,
    plate: `PLATE${pk}`,
    state: 'AZ',
    status: 'renter',
    // In the middle of a minute: the page counts whole ones by its own clock, and reads this later.
    entrance_timestamp: seconds - 7530,
    exit_timestamp: null,
    exit_missed: false,
    entrance_image: null,
    exit_image: null,
    entrance_license_plate_image: null,
    exit_license_plate_image: null,
    rental_count: 1,
    violation_code: null,
    ...of,
  });
  const results = [
    visit(1, {}),
    visit(2, { exit_missed: true }),
    visit(3, { status: 'violator', exit_timestamp: seconds - 60, violation_code: 'ABCDEF7' }),
  ];
  await answerCalls(page, '**/api/car_tracking*', { count: 118, results });
  await openVisibility(page);
  const log = panel(page, 'Driver Log');
  await expect(log).toContainText('118 visits');
  const entry = (plate: string) =>
    log.locator('tr, li').filter({ hasText: plate }).filter({ hasNotText: 'License Plate' });
  await expect(entry('PLATE1')).toContainText('Still here');
  await expect(entry('PLATE1')).toContainText('2h 5min so far');
  await expect(entry('PLATE2')).toContainText('Not seen');
  await expect(log.getByRole('link', { name: 'Violation ABCDEF7' })).toHaveAttribute(
    'href',
    /\/violations\?searchTerm=ABCDEF7$/,
  );
});

test('the filters of the driver log are in one line beside the menu, also for several days', async ({
  page,
}) => {
  await openVisibility(page);
  const search = panel(page, 'Driver Log').getByRole('search');
  const countLines = () =>
    search.evaluate(
      (bar) => new Set([...bar.children].map((field) => field.getBoundingClientRect().bottom)).size,
    );
  await expect(search).toBeVisible();
  expect(await countLines()).toBe(1);
  await openVisibility(page, 'admin', '?startDate=2026-11-01&endDate=2026-11-05');
  await expect(search).toBeVisible();
  expect(await countLines()).toBe(1);
});

test.describe('images that cannot be loaded', () => {
  test.use({ tolerate: /status of 404/ });

  test('a broken image of a plate or of a camera has the style of a broken image', async ({
    page,
  }) => {
    await page.route(/\/api\/pictures\//, (route) => route.fulfill({ status: 404, body: '' }));
    await openVisibility(page, 'superuser', `?date=${findYesterday()}`);
    const cameras = panel(page, 'Camera images');
    await expect(cameras.getByRole('img', { name: /not loaded$/ }).first()).toBeVisible();
    await expect(cameras).toContainText('Could not load the image');
    const log = panel(page, 'Driver Log');
    const broken = log.getByRole('img', { name: /^Plate .* not loaded$/ }).first();
    await broken.scrollIntoViewIfNeeded();
    await expect(broken).toBeVisible();
    // An image is loaded when it comes near the window.
    const image = log.locator('img').first();
    await expect(async () => {
      if (await image.isVisible()) await image.scrollIntoViewIfNeeded();
      expect(await log.locator('img').count()).toBe(0);
    }).toPass();
    await log
      .getByRole('button', { name: /full size/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toContainText('Could not load the image');
  });
});

test('a time taken from a message’s arrival is marked, and the mark explains it', async ({
  page,
}) => {
  const { organization, spot } = await spotNamed('admin', 'Copper');
  const plateText = 'LATE 1';
  const path = await connectCamera('admin', organization.pk, {
    name: 'Clockless',
    format: 'plate-recognizer',
    spot_pk: spot.pk,
    direction: 'Entrance',
  });
  const box = { xmin: 1, ymin: 1, xmax: 9, ymax: 9 };
  const results = [{ plate: plateText, score: 0.9, dscore: 0.9, box }];
  await callWith(null, path, { camera_id: 'clockless', results });
  await openVisibility(page, 'admin', `?searchTerm=${encodeURIComponent(plateText)}`);
  const mark = page.getByRole('button', { name: `About the entrance time of ${plateText}` });
  await expect(async () => {
    await page.reload();
    await expect(
      panel(page, 'Driver Log')
        .getByText(/^No visits|^Entrance/)
        .first(),
    ).toBeVisible();
    expect(await mark.count()).toBe(1);
  }).toPass();
  await mark.focus();
  await expect(page.getByRole('tooltip')).toContainText('This is when its message arrived.');
});

test('a driver log that fails says so, and the other panels stay', async ({ page }) => {
  await page.route('**/api/car_tracking*', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '[' }),
  );
  await openVisibility(page);
  await expect(panel(page, 'Driver Log').getByRole('alert')).toBeVisible();
  await expect(panel(page, 'Occupancy')).toContainText('Max capacity');
});

test('a superuser opens images, sees all visits, and hides plates', async ({ page }) => {
  await openVisibility(page, 'superuser', `?date=${findYesterday()}`);
  await page.getByLabel('Extended View').check();
  const log = panel(page, 'Driver Log');
  await expect(log.getByText('All-time visits').first()).toBeVisible();
  await log
    .getByRole('button', { name: /full size/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Demo').check();
  await expect(log.getByText('•').first()).toBeVisible();
});
