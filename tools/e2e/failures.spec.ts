import { formatDate } from '@lotkeeper/contract/kernel/format';
import { findNewestStart } from '@lotkeeper/contract/money/letters';
import type { Page, Route } from '@playwright/test';
import { pages } from '../shots/pages.ts';
import {
  expect,
  failCalls,
  organizationPk,
  signIn,
  spotNamed,
  test,
  visit,
} from './testing/app.ts';
import { findLastToday } from './testing/clock.ts';
import { expectPlausible } from './testing/shown.ts';

/** The Monday of the newest week that is over. */
const lastWeek = findNewestStart('weekly', findLastToday());

/** A page, its failing reads, the messages it shows, and the panels that stay. */
interface Failure {
  page: string;
  reads: RegExp;
  says: string[];
  /** How often the message is shown: once in each panel. */
  times?: number;
  stays?: string;
  /** A panel that appears once the read is retried and succeeds. */
  comes?: string | RegExp;
}

const ofSpot: Failure[] = [
  {
    page: 'revenue',
    reads: /revenue\/mom\?/,
    says: ['Something went wrong', 'Please refresh the page'],
    stays: 'Gross Revenue by Rental Type',
  },
  {
    page: 'graphs?monthYear=01:2019',
    reads: /daily_reports\?.*year=2019/,
    says: ['Could not fetch reports'],
    stays: 'Rentals by weekday',
  },
  {
    page: 'custom-reports',
    reads: /\/api\/reports\/custom\/\?/,
    says: ['Could not fetch the report'],
    stays: 'Saved reports',
  },
  {
    page: 'promos',
    reads: /\/api\/(promo_codes|reports\/promocodes)/,
    says: ['Failed to fetch discount codes', 'Could not fetch reports'],
  },
  { page: 'codes', reads: /\/api\/codes\//, says: ['Could not fetch visitor codes'] },
  {
    page: 'validation-bills',
    reads: /\/api\/validation_bills\//,
    says: ['Could not fetch the validation bills'],
  },
  {
    page: 'driver-insights',
    reads: /heatmap\/hourly/,
    says: ['Could not fetch daily occupancy reports'],
    stays: 'Your Transient Drivers',
  },
  { page: 'violations', reads: /\/api\/tickets\//, says: ['Could not fetch the violations'] },
  {
    page: 'drivers?tab=monthly',
    reads: /\/api\/slots\/\?/,
    says: ['Could not fetch monthly renters'],
  },
  {
    page: 'drivers?tab=transient',
    reads: /\/api\/slots\/\?/,
    says: ['Could not fetch daily renters'],
  },
  {
    page: 'drivers?tab=tenants',
    reads: /\/api\/bulkrentals\//,
    says: ['Fetching active tenants failed.'],
  },
  { page: 'events', reads: /\/api\/events\//, says: ['Could not fetch events'] },
  {
    page: 'local-intelligence',
    reads: /local_intelligence/,
    says: ['Could not fetch local intelligence'],
    times: 4,
    comes: 'Holidays',
  },
];

const ofOrganization: Failure[] = [
  { page: 'advertising', reads: /\/api\/spots\?/, says: ['Cannot retrieve spots'] },
  {
    page: 'alerts',
    reads: /\/api\/organizations\/\d+\/alerts\//,
    says: ['Could not fetch the alerts'],
    comes: 'Open',
  },
  {
    page: 'changes',
    reads: /\/api\/reports\/revenue_bridge/,
    says: ['Could not fetch the comparison'],
    comes: 'Net revenue',
  },
  {
    page: 'who-owes',
    reads: /\/api\/receivables\//,
    says: ['Could not fetch who owes'],
    comes: 'Not paid yet',
  },
  {
    page: 'cars',
    reads: /\/api\/reports\/outcomes\//,
    says: ['Could not fetch the cars'],
    comes: 'How every car’s visit ended',
  },
  {
    page: 'week',
    reads: /\/api\/reports\/week/,
    says: ['Could not fetch last week'],
    comes: 'By property',
  },
  {
    page: `letters/weekly/${lastWeek}`,
    reads: /\/api\/letters\/\d+\/weekly/,
    says: ['Could not fetch the letter'],
    comes: new RegExp(`^${formatDate(lastWeek).split(',')[0]} – `),
  },
  {
    page: 'webhooks',
    reads: /\/api\/organizations\/\d+\/webhooks/,
    says: ['Could not fetch the webhooks'],
  },
];

test.use({ tolerate: /status of 500/ });

for (const [at, failures] of Object.entries({ spots: ofSpot, organization: ofOrganization })) {
  test(`a page of ${at} whose reads fail shows the specified message and can be tried again`, async ({
    page,
  }) => {
    await signIn(page, 'admin');
    const { path } = await spotNamed('admin', 'Copper Square Garage');
    const cactus = await organizationPk('admin', 'Cactus');
    const base = at === 'spots' ? path : `/organization/${cactus}`;
    for (const { page: name, reads, says, times = 1, stays, comes } of failures) {
      await test.step(name, async () => {
        await failCalls(page, reads);
        // Reload, since another page may have read the same.
        await page.goto('about:blank');
        await visit(page, `${base}/${name}`);
        const main = page.getByRole('main');
        for (const text of says) await expect(main.getByText(text)).toHaveCount(times);
        if (stays) {
          const panel = page.getByRole('region', { name: stays, exact: true });
          await expect(panel).toBeVisible();
          await expect(panel.getByRole('alert')).toHaveCount(0);
        }
        await page.unroute(reads);
        const again = main.getByRole('button', { name: 'Try again' });
        await expect(async () => {
          // A panel that has been read meanwhile has no button any more.
          for (const button of await again.elementHandles()) await button.click();
          for (const text of says) expect(await main.getByText(text).count()).toBe(0);
        }).toPass();
        if (comes) await expect(page.getByRole('region', { name: comes })).toBeVisible();
      });
    }
  });
}

/** What the frame around each page reads. */
const frameReads = /\/api\/(v2\/profiles\/me|organizations\/(\d+\/)?(\?|$)|spots\?)/;

/** Holds the reads of the page but those of its frame, until they're made to fail, as all later ones are. */
async function holdReads(page: Page) {
  const held: Route[] = [];
  let isHeld = true;
  const fail = (route: Route) => route.fulfill({ status: 500, body: 'garbage' });
  await page.route(/\/api\//, (route) => {
    const request = route.request();
    const isRead = request.method() === 'GET' || takingRead.test(request.url());
    if (!isRead || frameReads.test(request.url())) return route.fallback();
    return isHeld ? void held.push(route) : fail(route);
  });
  const release = () => {
    isHeld = false;
    return Promise.all(held.map(fail));
  };
  return release;
}

/** Pages without reads of their own. */
const readNothing = [
  'Add property',
  'Advertising',
  'Aggregator Rentals',
  'Check a Plate',
  'Invoice',
  'Properties',
];

/** Takes the car that it reads. */
const takingRead = /\/desk\/next\/$/;

const busy = '[aria-busy="true"], [class*="bone"]';
/** What a page says where there is nothing, which nobody knows before it was read. */
const emptyState = 'div[class*="_state_"]:not([role]):has(> .ui-strong)';

const readingPages = pages.filter(({ at, who, says }) => at !== 'root' && who && !says);

for (const [own, targets] of Map.groupBy(readingPages, ({ at, who }) => `${at} of ${who}`)) {
  test(`each page of ${own} claims nothing while it reads, says that its reads failed, and shows everything when they are tried again`, async ({
    page,
  }) => {
    await signIn(page, targets[0]?.who ?? 'nobody');
    const { path } = await spotNamed('admin', 'Copper Square Garage');
    const main = page.getByRole('main');
    for (const target of targets) {
      await test.step(target.name, async () => {
        await page.goto('about:blank');
        const release = await holdReads(page);
        const base = target.at === 'org' ? path.replace(/\/spots\/.*/, '') : path;
        await visit(page, `${base}/${target.path}`);
        await expect(page.locator('h1')).toHaveCount(1);
        if (!readNothing.includes(target.name)) {
          await expect.soft(main.locator(busy).first(), 'says that it reads').toBeAttached();
          await expect.soft(main.locator(emptyState)).toHaveCount(0);
        }
        await expectPlausible(page);
        await release();
        await expect(main.locator(busy)).toHaveCount(0);
        if (!readNothing.includes(target.name))
          await expect.soft(main.getByRole('alert')).not.toHaveCount(0);
        await expectPlausible(page);
        await page.unroute(/\/api\//);
        await expect(async () => {
          const again = main.getByRole('button', { name: 'Try again' });
          for (const button of await again.elementHandles()) await button.click();
          expect(await main.getByRole('alert').count()).toBe(0);
        }).toPass();
      });
    }
  });
}
