import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { computeMedian } from '../median.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import type { Browsing, Visitor } from './browsing.ts';
import { newPage } from './browsing.ts';

const rounds = 3;

/** A phone in a garage: milliseconds of a round trip, and bytes per second. */
const network = {
  offline: false,
  latency: 400,
  downloadThroughput: 50 * 1024,
  uploadThroughput: 50 * 1024,
};
/** How much slower its processor is than this one. */
const slowdown = 4;

interface Errand {
  name: string;
  path: string;
  as: Visitor;
  mostMs: number;
  /** The first thing that people do on the page. */
  act: (page: Page) => Promise<void>;
}

/** The path of a driver's page, which nothing texts here. */
async function startValetSession({ address, organizationPath, tokens }: Browsing): Promise<string> {
  const headers = { authorization: `Token ${tokens.admin}`, 'content-type': 'application/json' };
  const organization = organizationPath.split('/').at(-1);
  const lots = await fetch(`${address}/api/valet/lots/?organization=${organization}`, { headers });
  const [lot] = (await lots.json()) as { pk: number }[];
  const body = JSON.stringify({ spot: lot?.pk, phone: '4805550123', request: randomUUID() });
  const started = await fetch(`${address}/api/valet/valet-sessions/`, {
    method: 'POST',
    headers,
    body,
  });
  const { untexted } = (await started.json()) as { untexted: { link: string }[] };
  return untexted[0]?.link ?? '';
}

async function listErrands(browsing: Browsing): Promise<Errand[]> {
  const organization = browsing.organizationPath.split('/').at(-1) ?? '';
  return [
    {
      name: 'type the number of a violation',
      path: '/appeal',
      as: 'nobody',
      mostMs: 3000,
      act: (page) => page.locator('[name="code"]').fill('V'),
    },
    {
      name: 'have an appeal’s form answer',
      path: '/appeal',
      as: 'nobody',
      mostMs: 5500,
      act: async (page) => {
        await page.locator('form:not(.ui-first) button[type="submit"]').click();
        await page.locator('[aria-invalid="true"]').first().waitFor();
      },
    },
    {
      name: 'open a form on a driver’s page',
      path: await startValetSession(browsing),
      as: 'nobody',
      mostMs: 5500,
      act: async (page) => {
        await page.getByRole('button', { name: 'Add a card' }).click();
        await page.getByLabel('CVC').waitFor();
      },
    },
    {
      name: 'see the valet stand’s buttons',
      path: `/valet/${organization}`,
      as: 'admin',
      mostMs: 7500,
      act: (page) => page.getByRole('button', { name: 'Check in', exact: true }).waitFor(),
    },
  ];
}

/** Milliseconds from the navigation until the errand is done, in a browser without a cache. */
async function measureOnce(browsing: Browsing, { path, as, act }: Errand): Promise<number> {
  const page = await newPage(browsing, as);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', network);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const startedAt = performance.now();
  await page.goto(`${browsing.address}${path}`, { waitUntil: 'commit' });
  await act(page);
  const elapsed = performance.now() - startedAt;
  await page.context().close();
  return elapsed;
}

/** When the pages that phones open on slow connections can be used. */
export async function* measureSlow(browsing: Browsing): AsyncGenerator<Figure> {
  for (const errand of await listErrands(browsing)) {
    const elapsed: number[] = [];
    for (let n = 0; n < rounds; n++) elapsed.push(await measureOnce(browsing, errand));
    const target = { most: errand.mostMs, unit: ' ms', digits: 0 };
    yield judged(`slow phone: ${errand.name}`, computeMedian(elapsed), target);
  }
}
