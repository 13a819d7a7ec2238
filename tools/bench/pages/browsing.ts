import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { atEnd } from '../../../server/src/testing/at-end.ts';
import type { Cluster } from '../place.ts';
import { connect } from '../place.ts';
import { buildPages, startServer } from '../server.ts';
import { startSessions } from '../session.ts';

export type Visitor = 'nobody' | 'admin' | 'superuser';

/** A server with the built pages, and a browser that is signed in. */
export interface Browsing {
  browser: Browser;
  address: string;
  /** The path of a property with dynamic prices, and its organization's path. */
  spotPath: string;
  organizationPath: string;
  tokens: Record<Visitor, string | null>;
}

async function tokens(url: string): Promise<Browsing['tokens']> {
  const sql = connect(url);
  await sql`insert into people (first_name, last_name, email, superuser)
    values ('Bench', 'Superuser', 'super@example.com', true) on conflict do nothing`;
  const [row] = await sql<{ pk: number }[]>`select pk from people where superuser limit 1`;
  await sql.end();
  const [admin = '', superuser = ''] = await startSessions(url, [1, row?.pk ?? 0]);
  return { nobody: null, admin, superuser };
}

async function pathsOn(url: string) {
  const sql = connect(url);
  const [spot] = await sql<{ organization_id: string; pk: string }[]>`
    select organization_id, pk from spots where dynamic_pricing_enabled order by pk limit 1`;
  await sql.end();
  const organizationPath = `/organization/${spot?.organization_id}`;
  return { organizationPath, spotPath: `${organizationPath}/spots/${spot?.pk}` };
}

/** Builds the pages, and starts the server and the browser. */
export async function startBrowsing(cluster: Cluster, database: string): Promise<Browsing> {
  const url = cluster.url(database);
  const paths = await pathsOn(url);
  await buildPages();
  // Started before the server, which would keep running if the browser couldn't be launched.
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  atEnd(() => browser.close());
  const { address } = await startServer(url);
  return { browser, address, ...paths, tokens: await tokens(url) };
}

/** A signed-in page of a browser without a cache; `encoding` replaces what the browser accepts. */
export async function newPage(
  { browser, address, tokens: tokensByVisitor }: Browsing,
  as: Visitor,
  encoding?: 'gzip',
) {
  const headers = encoding ? { extraHTTPHeaders: { 'accept-encoding': encoding } } : {};
  const context = await browser.newContext(headers);
  const token = tokensByVisitor[as];
  if (token) await context.addCookies([{ name: 'auth', value: token, url: address }]);
  return context.newPage();
}

/** Opens a path, and waits until the page makes no more requests. */
export async function openPath(page: Page, { address }: Browsing, path: string): Promise<void> {
  await page.goto(`${address}${path}`);
  await page.waitForLoadState('networkidle').catch(() => undefined);
}

/** Opens a path in a page that records how it loads. */
export async function openWatched(browsing: Browsing, as: Visitor, path: string): Promise<Page> {
  const page = await newPage(browsing, as);
  await page.addInitScript({ path: join(import.meta.dirname, 'watch-page.mjs') });
  await openPath(page, browsing, path);
  return page;
}
