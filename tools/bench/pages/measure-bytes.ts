import type { CDPSession, Page } from '@playwright/test';
import type { Cluster } from '../place.ts';
import { print } from '../place.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import type { Browsing } from './browsing.ts';
import { newPage, openPath, startBrowsing } from './browsing.ts';
import type { Route } from './routes.ts';
import { listRoutes } from './routes.ts';

/** Code that the login page must not load: charts, calendars, sockets, time zones. */
const heavy = /temporal|socket|calendar|chart/i;
const heavyCode = /Temporal\.PlainDate|Show as table|EIO=|fullcalendar|getTimeZoneTransition/;

interface Loaded {
  bytes: number;
  /** Bytes by kind, and the URLs of everything that was loaded. */
  files: Map<string, { address: string; bytes: number; encoding: string }>;
  heavy: string[];
}

/** Records what the browser reports as received: headers and bodies as transferred. */
function listen(cdp: CDPSession): Loaded {
  const loaded: Loaded = { bytes: 0, files: new Map(), heavy: [] };
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    const encoding =
      Object.entries(response.headers).find(
        ([name]) => name.toLowerCase() === 'content-encoding',
      )?.[1] ?? '';
    loaded.files.set(requestId, { address: response.url, bytes: 0, encoding });
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    loaded.bytes += encodedDataLength;
    const file = loaded.files.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  return loaded;
}

async function listHeavyFiles(page: Page, loaded: Loaded): Promise<string[]> {
  const found: string[] = [];
  for (const { address } of loaded.files.values()) {
    if (!address.endsWith('.js')) continue;
    const code = await (await page.request.get(address)).text();
    const name = address.slice(address.lastIndexOf('/') + 1);
    if (heavy.test(name) || heavyCode.test(code)) found.push(name);
  }
  return found;
}

async function open(browsing: Browsing, route: Route, encoding?: 'gzip'): Promise<Loaded> {
  const page = await newPage(browsing, route.as, encoding);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  const loaded = listen(cdp);
  await openPath(page, browsing, route.path);
  // Requests after the page goes idle count too; there is no event for the last one.
  await page.waitForTimeout(1500);
  if (new URL(page.url()).pathname !== new URL(route.path, browsing.address).pathname) {
    print(`  ${route.path} led to ${new URL(page.url()).pathname}`);
  }
  if (route.name === 'login') loaded.heavy = await listHeavyFiles(page, loaded);
  await page.context().close();
  return loaded;
}

function toFigure(route: Route, loaded: Loaded): Figure {
  const largest = [...loaded.files.values()].sort((a, b) => b.bytes - a.bytes).slice(0, 3);
  const names = largest.map(
    ({ address, bytes }) =>
      `${address.slice(address.lastIndexOf('/') + 1)} ${Math.round(bytes / 1000)}`,
  );
  const note = `${loaded.files.size} files; ${names.join(', ')}`;
  const target = { most: route.most, unit: ' kB', digits: 0 };
  return judged(`bytes of ${route.name}`, loaded.bytes / 1000, target, note);
}

async function judgeLimits(browsing: Browsing, route: Route, loaded: Loaded): Promise<Figure[]> {
  const { name, limits } = route;
  if (!limits) return [];
  const { bytes } = await open(browsing, route, 'gzip');
  const kilobytes = { most: limits.withGzip, unit: ' kB', digits: 0 };
  return [
    judged(`files of ${name}`, loaded.files.size, {
      most: limits.files,
      unit: ' files',
      digits: 0,
    }),
    judged(`bytes of ${name} with gzip`, bytes / 1000, kilobytes),
  ];
}

/** Bytes transferred by each page, in a browser without a cache. */
export async function* measureBytes(cluster: Cluster, database: string): AsyncGenerator<Figure> {
  const browsing = await startBrowsing(cluster, database);
  for (const route of listRoutes(browsing)) {
    const loaded = await open(browsing, route);
    yield toFigure(route, loaded);
    yield* await judgeLimits(browsing, route, loaded);
    if (process.env.BENCH_FILES)
      for (const file of loaded.files.values()) print(`    ${JSON.stringify(file)}`);
    if (route.name === 'login') {
      const target = { most: 0, unit: ' files', digits: 0 };
      yield judged('heavy code on login', loaded.heavy.length, target, loaded.heavy.join(', '));
    }
  }
}
