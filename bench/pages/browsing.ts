import type { Browser } from '@playwright/test';
import { chromium } from '@playwright/test';
import type { Cluster } from '../place.ts';
import { connect } from '../place.ts';
import { buildPages, startServer } from '../server.ts';
import { startSessions } from '../session.ts';

export type Visitor = 'nobody' | 'admin' | 'superuser';

/** The built pages on a server of their own, and a browser that signs in without asking. */
export interface Browsing {
  browser: Browser;
  address: string;
  /** The path of a property with dynamic prices, and that of its organization. */
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

/** Builds the pages, starts server and browser, and stops both after the work. */
export async function whileBrowsing<T>(
  cluster: Cluster,
  database: string,
  work: (browsing: Browsing) => Promise<T>,
): Promise<T> {
  const url = cluster.url(database);
  const paths = await pathsOn(url);
  await buildPages();
  // Before the server: one that nobody stops would outlive a browser that can't be launched.
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const server = await startServer(url);
  try {
    return await work({ browser, address: server.address, ...paths, tokens: await tokens(url) });
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** A browser that has seen nothing before, signed in. */
export async function newContext(
  { browser, address, tokens: tokensByVisitor }: Browsing,
  as: Visitor,
) {
  const context = await browser.newContext({ extraHTTPHeaders: { 'accept-encoding': 'gzip' } });
  const token = tokensByVisitor[as];
  if (token) await context.addCookies([{ name: 'auth', value: token, url: address }]);
  return context;
}
