import type { Page } from '@playwright/test';
import { computeMedian } from '../median.ts';
import type { Cluster } from '../place.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import type { Browsing } from './browsing.ts';
import { openWatched, startBrowsing } from './browsing.ts';
import { measureInteractions } from './measure-interactions.ts';
import type { Route } from './routes.ts';
import { listRoutes } from './routes.ts';

/** How often each page is opened by its URL, and from the menu. */
const coldTimes = 3;
const menuTimes = 5;

/** The measurements of watch-page.mjs. */
interface Watch {
  /** Layout shift so far, as browsers count it: shifts right after an input don’t count. */
  shift: number;
  /** Milliseconds from the start of the navigation until no skeleton was left; null until then. */
  figuresAt: number | null;
}

/** Opens a page in a browser without a cache; returns its layout shift and when its figures appeared. */
async function openCold(browsing: Browsing, route: Route): Promise<Watch> {
  const page = await openWatched(browsing, route.as, route.path);
  await page.waitForTimeout(1000);
  const watch = await page.evaluate<Watch>('watch');
  await page.context().close();
  return watch;
}

async function measureCold(browsing: Browsing, route: Route): Promise<Figure[]> {
  const watches: Watch[] = [];
  for (let n = 0; n < coldTimes; n++) watches.push(await openCold(browsing, route));
  const shift = Math.max(...watches.map((watch) => watch.shift));
  const elapsed = computeMedian(watches.map(({ figuresAt }) => figuresAt ?? Number.NaN));
  const maxShift = { most: 0.02, digits: 3 };
  return [
    judged(`layout shift of ${route.name}`, shift, maxShift, `worst of ${coldTimes}`),
    judged(`${route.name}, cold link to figures`, elapsed, { most: 1000, unit: ' ms', digits: 0 }),
  ];
}

const clickMenu = (page: Page, path: string) =>
  page.evaluate<number | null>(`clickMenu(${JSON.stringify(path)})`);

/** From Visitors through the menu to each other page of the property, each of them cached. */
async function* measureMenu(browsing: Browsing, paths: readonly string[]): AsyncGenerator<Figure> {
  const home = `${browsing.spotPath}/visitors`;
  const page = await openWatched(browsing, 'admin', home);
  for (const path of paths.filter((path) => path !== home)) {
    const rounds: number[] = [];
    for (let n = 0; n <= menuTimes; n++) {
      const elapsed = await clickMenu(page, path);
      // The property doesn't have this page.
      if (elapsed === null) break;
      rounds.push(elapsed);
      await page.waitForTimeout(300);
      await clickMenu(page, home);
      await page.waitForTimeout(300);
    }
    if (rounds.length === 0) continue;
    const name = path.slice(path.lastIndexOf('/') + 1);
    const note = `${rounds[0]?.toFixed(0)} ms the first time`;
    const target = { most: 100, unit: ' ms', digits: 0 };
    yield judged(`menu click to ${name}`, computeMedian(rounds.slice(1)), target, note);
  }
  await page.context().close();
}

/** How pages feel: layout shift, time until figures appear (by URL and menu), and response to a press. */
export async function* measureLook(cluster: Cluster, database: string): AsyncGenerator<Figure> {
  const browsing = await startBrowsing(cluster, database);
  const routes = listRoutes(browsing);
  for (const route of routes) yield* await measureCold(browsing, route);
  const inMenu = routes
    .filter(({ as, path }) => as === 'admin' && path.startsWith(`${browsing.spotPath}/`))
    .map(({ path }) => path);
  yield* measureMenu(browsing, inMenu);
  yield* measureInteractions(browsing);
}
