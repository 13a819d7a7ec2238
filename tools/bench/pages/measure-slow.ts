import { randomInt, randomUUID } from 'node:crypto';
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
  findPath: (browsing: Browsing) => string | Promise<string>;
  as: Visitor;
  mostMs: number;
  /** The first thing that people do on the page. */
  act: (page: Page) => Promise<void>;
}

/** The path of the page of a driver whose car is parked, which nothing texts here. */
async function parkCar({ address, organizationPath, tokens }: Browsing): Promise<string> {
  const send = async <T>(path: string, method = 'GET', body?: object) => {
    const headers = { authorization: `Token ${tokens.admin}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    return (await (await fetch(`${address}/api/valet/${path}`, init)).json()) as T;
  };
  const phone = `480555${randomInt(1000, 9999)}`;
  const organization = organizationPath.split('/').at(-1);
  const [lot] = await send<{ pk: number }[]>(`lots/?organization=${organization}`);
  const { uuid, untexted } = await send<{
    uuid: string;
    untexted: { link: string; code: string }[];
  }>('valet-sessions/', 'POST', { spot: lot?.pk, phone, request: randomUUID() });
  const [driver] = untexted;
  await send(`valet-sessions/code/${driver?.code}/?spot=${lot?.pk}`);
  const plate = `B${randomUUID().slice(0, 6).toUpperCase()}`;
  const car = { plate, state: 'AZ', country: 'US', despite_plate: true };
  await send(`valet-sessions/${uuid}/check_in/`, 'PUT', car);
  return driver?.link ?? '';
}

const seeWords = (page: Page) => page.locator('.ui-first').first().waitFor();

const pressStep = (page: Page, step: string) =>
  page.locator('summary, nav button').filter({ hasText: step }).click();

const typeCode = (page: Page, code: string) =>
  page.locator('details[open] input, [role="dialog"] input').first().fill(code);

const appeal = { as: 'nobody', findPath: () => '/appeal' } as const;
const car = { as: 'nobody', findPath: parkCar } as const;
const stand = {
  as: 'admin',
  findPath: ({ organizationPath }: Browsing) => `/valet/${organizationPath.split('/').at(-1)}`,
} as const;

const errands: readonly Errand[] = [
  {
    name: 'read the first words of an appeal',
    ...appeal,
    mostMs: 1000,
    act: seeWords,
  },
  {
    name: 'type the number of a violation',
    ...appeal,
    mostMs: 3000,
    act: (page) => page.locator('[name="code"]').fill('V'),
  },
  {
    name: 'have an appeal’s form answer',
    ...appeal,
    mostMs: 5500,
    act: async (page) => {
      await page.locator('form:not(.ui-first) button[type="submit"]').click();
      await page.locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'read the first words about one’s car',
    ...car,
    mostMs: 1000,
    act: seeWords,
  },
  {
    name: 'ask for one’s car',
    ...car,
    mostMs: 3000,
    act: async (page) => {
      await page.getByRole('button', { name: 'Bring my car' }).click();
      await page.locator('form[aria-busy="true"], [role="status"]').first().waitFor();
    },
  },
  {
    name: 'open a form on a driver’s page',
    ...car,
    mostMs: 5500,
    act: async (page) => {
      await page.getByRole('button', { name: 'Add a card' }).click();
      await page.getByLabel('CVC').waitFor();
    },
  },
  { ...stand, name: 'read the first words of the valet stand', mostMs: 1000, act: seeWords },
  {
    ...stand,
    name: 'begin a check-in at the valet stand',
    mostMs: 3000,
    act: async (page) => {
      await pressStep(page, 'Check in');
      await typeCode(page, 'A');
    },
  },
  {
    ...stand,
    name: 'see all of the valet stand',
    mostMs: 6500,
    act: (page) => page.getByRole('button', { name: 'Edit' }).first().waitFor(),
  },
  {
    ...stand,
    name: 'have the valet stand look for a code',
    mostMs: 8500,
    act: async (page) => {
      await pressStep(page, 'Check Out');
      await typeCode(page, 'AAAAAA');
      await page.getByRole('dialog').getByRole('alert').waitFor();
    },
  },
];

/** Milliseconds from the navigation until the errand is done, in a browser without a cache. */
async function measureOnce(browsing: Browsing, { findPath, as, act }: Errand): Promise<number> {
  const path = await findPath(browsing);
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
export async function* measureSlow(opening: Promise<Browsing>): AsyncGenerator<Figure> {
  const browsing = await opening;
  for (const errand of errands) {
    const elapsed: number[] = [];
    for (let n = 0; n < rounds; n++) elapsed.push(await measureOnce(browsing, errand));
    const target = { most: errand.mostMs, unit: ' ms', digits: 0 };
    yield judged(errand.name, computeMedian(elapsed), target);
  }
}
