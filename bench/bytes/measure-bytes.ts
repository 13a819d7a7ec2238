import type { Browser, CDPSession, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { systemClock } from '../../server/src/kernel/clock.ts';
import { openDatabase } from '../../server/src/kernel/database.ts';
import { openSessions } from '../../server/src/kernel/sessions.ts';
import type { Place } from '../place.ts';
import { connect, say } from '../place.ts';
import { buildPages, startServer } from '../server.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';

interface Route {
  name: string;
  path: string;
  as: 'nobody' | 'admin' | 'superuser';
  most: number;
}

/** What must not be loaded to sign in: charts, calendars, sockets, time zones. */
const heavy = /temporal|visx|socket|calendar|chart/i;
const heavyCode = /Temporal\.PlainDate|visx-|EIO=|fullcalendar|getTimeZoneTransition/;

const routesAt = (organization: number, spot: number): Route[] => {
  const base = `/organization/${organization}`;
  const page = (name: string, path: string, as: Route['as']) => ({ name, path, as, most: 300 });
  return [
    { name: 'login', path: '/login', as: 'nobody', most: 180 },
    page('property detail, dynamic prices', `${base}/spots/${spot}/detail`, 'admin'),
    page('property list', `${base}/spots?view=list`, 'admin'),
    page('superuser home', '/', 'superuser'),
    page('superuser new property', '/superuser/new-property', 'superuser'),
    page('visitors', `${base}/spots/${spot}/visitors`, 'admin'),
    page('a page to come', `${base}/spots/${spot}/timeline`, 'admin'),
  ];
};

async function tokens(url: string): Promise<Record<Route['as'], string | null>> {
  const database = openDatabase({ url, pool: 2, prepare: true });
  await database.system`insert into people (first_name, last_name, email, superuser)
    values ('Bench', 'Superuser', 'super@example.com', true) on conflict do nothing`;
  const [row] = await database.system<
    { pk: number }[]
  >`select pk from people where superuser limit 1`;
  const sessions = await openSessions(database, systemClock, console.error);
  const admin = await sessions.start(1, 'bench');
  const superuser = await sessions.start(row?.pk ?? 0, 'bench');
  await database.close();
  return { nobody: null, admin, superuser };
}

interface Loaded {
  bytes: number;
  /** Bytes by kind, and addresses of everything that was loaded. */
  files: Map<string, { address: string; bytes: number; encoding: string }>;
  heavy: string[];
}

/** Listens to what the browser itself says it received, head and body as they came over the wire. */
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

async function heavyOf(page: Page, loaded: Loaded): Promise<string[]> {
  const found: string[] = [];
  for (const { address } of loaded.files.values()) {
    if (!address.endsWith('.js')) continue;
    const code = await (await page.request.get(address)).text();
    const name = address.slice(address.lastIndexOf('/') + 1);
    if (heavy.test(name) || heavyCode.test(code)) found.push(name);
  }
  return found;
}

async function open(
  browser: Browser,
  address: string,
  route: Route,
  token: string | null,
): Promise<Loaded> {
  const context = await browser.newContext({ extraHTTPHeaders: { 'accept-encoding': 'gzip' } });
  if (token) await context.addCookies([{ name: 'auth', value: token, url: address }]);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  const loaded = listen(cdp);
  await page.goto(`${address}${route.path}`);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForTimeout(1500);
  if (new URL(page.url()).pathname !== new URL(route.path, address).pathname) {
    say(`  ${route.path} led to ${new URL(page.url()).pathname}`);
  }
  if (route.name === 'login') loaded.heavy = await heavyOf(page, loaded);
  await context.close();
  return loaded;
}

/** Bytes over the wire of each page, in a browser that has seen nothing before. */
export async function measureBytes(place: Place, database: string): Promise<Figure[]> {
  const url = place.url(database);
  const sql = connect(url);
  const [spot] = await sql<{ organization_id: string; pk: string }[]>`
    select organization_id, pk from spots where dynamic_pricing_enabled order by pk limit 1`;
  await sql.end();
  await buildPages();
  const server = await startServer(url);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const figures: Figure[] = [];
  try {
    const by = await tokens(url);
    for (const route of routesAt(Number(spot?.organization_id), Number(spot?.pk))) {
      const loaded = await open(browser, server.address, route, by[route.as]);
      const largest = [...loaded.files.values()].sort((a, b) => b.bytes - a.bytes).slice(0, 3);
      const names = largest.map(
        ({ address, bytes }) =>
          `${address.slice(address.lastIndexOf('/') + 1)} ${Math.round(bytes / 1000)}`,
      );
      const note = `${loaded.files.size} files; ${names.join(', ')}`;
      const target = { most: route.most, unit: ' kB', digits: 0 };
      figures.push(judged(`bytes of ${route.name}`, loaded.bytes / 1000, target, note));
      if (process.env.BENCH_FILES)
        for (const file of loaded.files.values()) say(`    ${JSON.stringify(file)}`);
      if (route.name === 'login') {
        const count = loaded.heavy.length;
        const which = loaded.heavy.join(', ');
        figures.push(
          judged('heavy code on login', count, { most: 0, unit: ' files', digits: 0 }, which),
        );
      }
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  for (const figure of figures) say(`  ${figure.what}: ${figure.figure} (${figure.note ?? ''})`);
  return figures;
}
