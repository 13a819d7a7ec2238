import type { CDPSession, Page } from '@playwright/test';
import { computeMedian } from '../median.ts';
import type { Cluster } from '../place.ts';
import { print } from '../place.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import type { Browsing } from './browsing.ts';
import { newContext, whileBrowsing } from './browsing.ts';

/** Pages of a property whose data may stay as it is for minutes. */
const pages = ['detail', 'revenue', 'graphs', 'reports', 'driver-insights'];
const times = 5;

/** Seconds of script and of layout and style that the page took so far. */
async function work(cdp: CDPSession): Promise<{ script: number; layout: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const getMetric = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    script: getMetric('ScriptDuration'),
    layout: getMetric('LayoutDuration') + getMetric('RecalcStyleDuration'),
  };
}

/** Goes to another page and comes back; returns what the browser did for it, and what it asked the server. */
async function comeBack(page: Page, cdp: CDPSession) {
  const requests: string[] = [];
  await page.getByRole('link', { name: 'Help Center' }).click();
  await page.waitForURL(/help-center/);
  await page.waitForTimeout(500);
  const before = await work(cdp);
  // Code that is fetched ahead of the pages under the mouse isn’t data.
  const hear = (request: { url(): string }) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push(pathname);
  };
  page.on('request', hear);
  await page.goBack();
  await page.waitForTimeout(1000);
  page.off('request', hear);
  const after = await work(cdp);
  return {
    asked: requests,
    script: (after.script - before.script) * 1000,
    layout: (after.layout - before.layout) * 1000,
  };
}

async function measure(browsing: Browsing, segment: string): Promise<Figure[]> {
  const context = await newContext(browsing, 'admin');
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.goto(`${browsing.address}${browsing.spotPath}/${segment}`);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  // The live connection begins four seconds after the page.
  await page.waitForTimeout(5000);
  const rounds: Awaited<ReturnType<typeof comeBack>>[] = [];
  for (let n = 0; n < times; n++) rounds.push(await comeBack(page, cdp));
  await context.close();
  const requests = rounds.flatMap((round) => round.asked);
  const median = (part: 'script' | 'layout') => computeMedian(rounds.map((round) => round[part]));
  const noRequests = { most: 0, unit: ' requests', digits: 0 };
  const layout = `${median('layout').toFixed(0)} ms of layout and style`;
  return [
    judged(
      `${segment}, opened again`,
      requests.length,
      noRequests,
      [...new Set(requests)].join(', '),
    ),
    judged(
      `${segment}, drawn again`,
      median('script'),
      { most: 60, unit: ' ms', digits: 0 },
      layout,
    ),
  ];
}

/** What pages cost that are opened again while their data is fresh: requests, and script to draw three years. */
export const measureReturns = (cluster: Cluster, database: string): Promise<Figure[]> =>
  whileBrowsing(cluster, database, async (browsing) => {
    const figures: Figure[] = [];
    for (const segment of pages) figures.push(...(await measure(browsing, segment)));
    for (const figure of figures)
      print(`  ${figure.label}: ${figure.figure} (${figure.note ?? ''})`);
    return figures;
  });
