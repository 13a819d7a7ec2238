import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { computeMedian } from '../median.ts';
import type { Cluster } from '../place.ts';
import { print } from '../place.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import type { Browsing } from './browsing.ts';
import { newContext, whileBrowsing } from './browsing.ts';
import { measureInteractions } from './measure-interactions.ts';
import type { Route } from './routes.ts';
import { listRoutes } from './routes.ts';

/** How often each page is opened by its address, and by the menu. */
const coldTimes = 3;
const menuTimes = 5;

/** What watch-page.mjs keeps in the page. */
interface Watch {
  /** Layout shift so far, as browsers count it: shifts right after an input don’t count. */
  shift: number;
  /** Milliseconds from the start of the navigation until no skeleton was left; null until then. */
  figuresAt: number | null;
}

const watchFile = join(import.meta.dirname, 'watch-page.mjs');

/** Opens a page in a browser that has seen nothing before; returns its layout shift and when its figures were there. */
async function openCold(browsing: Browsing, route: Route): Promise<Watch> {
  const context = await newContext(browsing, route.as);
  const page = await context.newPage();
  await page.addInitScript({ path: watchFile });
  await page.goto(`${browsing.address}${route.path}`);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForTimeout(1000);
  const watch = await page.evaluate<Watch>('watch');
  await context.close();
  return watch;
}

async function measureCold(browsing: Browsing, route: Route): Promise<Figure[]> {
  const watches: Watch[] = [];
  for (let n = 0; n < coldTimes; n++) watches.push(await openCold(browsing, route));
  const shift = Math.max(...watches.map((watch) => watch.shift));
  const elapsed = computeMedian(watches.map(({ figuresAt }) => figuresAt ?? Number.NaN));
  return [
    judged(
      `layout shift of ${route.name}`,
      shift,
      { most: 0.02, digits: 3 },
      `worst of ${coldTimes}`,
    ),
    judged(`${route.name}, cold link to figures`, elapsed, { most: 1000, unit: ' ms', digits: 0 }),
  ];
}

const clickMenu = (page: Page, path: string) =>
  page.evaluate<number | null>(`clickMenu(${JSON.stringify(path)})`);

/** From Visitors by the menu to each other page of the property, each read once before. */
async function measureMenu(browsing: Browsing, paths: readonly string[]): Promise<Figure[]> {
  const context = await newContext(browsing, 'admin');
  const page = await context.newPage();
  await page.addInitScript({ path: watchFile });
  const home = `${browsing.spotPath}/visitors`;
  await page.goto(`${browsing.address}${home}`);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const figures: Figure[] = [];
  for (const path of paths.filter((path) => path !== home)) {
    const rounds: number[] = [];
    for (let n = 0; n <= menuTimes; n++) {
      const elapsed = await clickMenu(page, path);
      // The property has no such page.
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
    figures.push(judged(`menu click to ${name}`, computeMedian(rounds.slice(1)), target, note));
  }
  await context.close();
  return figures;
}

/** How pages feel: how much they jump, how long their figures take by their address and by the menu, and how soon they answer a press. */
export const measureLook = (cluster: Cluster, database: string): Promise<Figure[]> =>
  whileBrowsing(cluster, database, async (browsing) => {
    const figures: Figure[] = [];
    const routes = listRoutes(browsing);
    for (const route of routes) figures.push(...(await measureCold(browsing, route)));
    const inMenu = routes
      .filter(({ as, path }) => as === 'admin' && path.startsWith(`${browsing.spotPath}/`))
      .map(({ path }) => path);
    figures.push(...(await measureMenu(browsing, inMenu)));
    figures.push(...(await measureInteractions(browsing)));
    for (const figure of figures)
      print(`  ${figure.label}: ${figure.figure} (${figure.note ?? ''})`);
    return figures;
  });
