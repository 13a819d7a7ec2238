import type { CDPSession, Page } from '@playwright/test';
import { computeMedian } from '../median.ts';
import type { Cluster } from '../place.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import type { Browsing } from './browsing.ts';
import { newPage, openPath, startBrowsing } from './browsing.ts';

/** Pages of a property whose data may be minutes old. */
const pages = ['detail', 'revenue', 'graphs', 'reports', 'driver-insights'];
const times = 5;

/** Seconds that the page has spent so far on scripts, and on layout and styles. */
async function work(cdp: CDPSession): Promise<{ script: number; layout: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const getMetric = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    script: getMetric('ScriptDuration'),
    layout: getMetric('LayoutDuration') + getMetric('RecalcStyleDuration'),
  };
}

/** Goes to another page and back; returns the browser's work and the requests that this took. */
async function comeBack(page: Page, cdp: CDPSession) {
  const requests: string[] = [];
  await page.getByRole('link', { name: 'Help Center' }).click();
  await page.waitForURL(/help-center/);
  await page.waitForTimeout(500);
  const before = await work(cdp);
  // Code that is prefetched for the page under the pointer isn’t data.
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
  const page = await newPage(browsing, 'admin');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await openPath(page, browsing, `${browsing.spotPath}/${segment}`);
  // The live connection starts four seconds after the page.
  await page.waitForTimeout(5000);
  const rounds: Awaited<ReturnType<typeof comeBack>>[] = [];
  for (let n = 0; n < times; n++) rounds.push(await comeBack(page, cdp));
  await page.context().close();
  const requests = rounds.flatMap((round) => round.asked);
  const median = (part: 'script' | 'layout') => computeMedian(rounds.map((round) => round[part]));
  const names = [...new Set(requests)].join(', ');
  const noRequests = { most: 0, unit: ' requests', digits: 0 };
  const layout = `${median('layout').toFixed(0)} ms of layout and style`;
  const maxScript = { most: 60, unit: ' ms', digits: 0 };
  return [
    judged(`${segment}, opened again`, requests.length, noRequests, names),
    judged(`${segment}, drawn again`, median('script'), maxScript, layout),
  ];
}

/** The cost of returning to pages while their data is fresh: requests, and scripts to draw three years. */
export async function* measureReturns(cluster: Cluster, database: string): AsyncGenerator<Figure> {
  const browsing = await startBrowsing(cluster, database);
  for (const segment of pages) yield* await measure(browsing, segment);
}
