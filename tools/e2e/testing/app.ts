import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { test as base, expect } from '@playwright/test';
import axe from 'axe-core';

const printed = process.env.E2E_PRINTED ?? '';

/** Where the app runs. */
export const address = /Lotkeeper is at (\S+)/.exec(printed)?.[1] ?? '';

/** The people of the demo by the words their link is printed with. */
export const people = {
  admin: 'Admin of Cactus & Coast Parking',
  adminOfBoth: 'Admin of Cactus & Coast Parking and of Lakeshore Park & Go',
  employee: 'Employee of Cactus & Coast Parking',
  enforcer: 'Enforcer of Cactus & Coast Parking',
  valet: 'Valet of Cactus & Coast Parking',
  withoutLots: 'Admin of Juniper Ridge Holdings, which has no lots',
  superuser: 'Superuser',
  renter: 'Renter',
  nobody: 'Nobody’s staff: without any organization',
  longName: 'Employee of Lakeshore Park & Go with a very long name',
} as const;
export type Who = keyof typeof people;

/** The printed sign-in link of a person. */
export function linkFor(who: Who): string {
  const lines = printed.split('\n');
  return lines[lines.findIndex((line) => line.trim() === people[who]) + 1]?.trim() ?? '';
}

const tokens = JSON.parse(process.env.E2E_TOKENS ?? '{}') as Record<string, string>;

/** The session token that a person's printed link was exchanged for, once for all tests. */
export const tokenOf = (who: Who): string => tokens[linkFor(who)] ?? '';

/** The cookies that sign somebody in. The one that only distinguishes a known browser from a stranger's outlives a logout. */
export const sessionCookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name === 'auth');

/** Signs a page in by its cookie, as a returning person is. */
export async function signIn(page: Page, who: Who): Promise<void> {
  await page.context().addCookies([{ name: 'auth', value: tokenOf(who), url: address }]);
}

/** Calls the API with a token, or without one, beside the page; with a body it's a POST request. */
export async function callWith<T>(
  token: string | null,
  path: string,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<T> {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Token ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Calls the API as a person, beside the page. */
export const callAs = <T>(who: Who, path: string, body?: object, method?: string) =>
  callWith<T>(tokenOf(who), path, body, method);

/** A program's key to an organization. */
export async function makeKey(who: Who, organization: number, grants: string[]): Promise<string> {
  const path = `/api/organizations/${organization}/api_keys/`;
  return (await callAs<{ key: string }>(who, path, { name: `For ${grants.join()}`, grants })).key;
}

/** Connects a sender of camera messages, and returns the path that it posts them to. */
export async function connectCamera(who: Who, organization: number, feed: object): Promise<string> {
  const body = { spot_pk: null, direction: null, signing_secret: null, ...feed };
  const path = `/api/organizations/${organization}/camera_feeds/`;
  return (await callAs<{ path: string }>(who, path, body)).path;
}

/** The first name of the person whose session the browser keeps; undefined when nobody is signed in. */
export async function readFirstName(page: Page): Promise<unknown> {
  const cookies = await page.context().cookies(address);
  const token = cookies.find(({ name }) => name === 'auth')?.value ?? '';
  const profile = await callWith<{ first_name?: string }>(token, '/api/v2/profiles/me');
  return profile.first_name;
}

/** A part of the page by its heading. */
export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The row of a table, or its card on a phone, that has a text. */
export const lineOf = (page: Page, text: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text });

/** Chooses an option of a dropdown. */
export async function choose(
  page: Page,
  label: string | RegExp,
  option: string | RegExp,
  exact = false,
): Promise<void> {
  await page.getByRole('combobox', { name: label, exact }).click();
  await page.getByRole('option', { name: option, exact }).click();
}

/** Clicks a button, and returns the file that is downloaded. */
export async function downloadBy(button: Locator): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

/** Answers calls of the page. */
export const answerCalls = (page: Page, url: string | RegExp, json: object, status = 200) =>
  page.route(url, (route) => route.fulfill({ status, json }));

/** Lets calls of the page fail. */
export const failCalls = (page: Page, url: string | RegExp, status = 500) =>
  page.route(url, (route) => route.fulfill({ status, body: 'garbage' }));

interface NamedRow {
  pk: number;
  name: string;
}

/** The pk of a demo organization by the beginning of its name. */
export async function organizationPk(who: Who, name: string): Promise<number> {
  const rows = await callAs<NamedRow[]>(who, '/api/organizations/');
  return rows.find((row) => row.name.startsWith(name))?.pk ?? 0;
}

/** A demo property by the beginning of its name, with its address in the app. */
export async function spotNamed(who: Who, name: string) {
  for (const organization of await callAs<NamedRow[]>(who, '/api/organizations/')) {
    const spots = await callAs<NamedRow[]>(who, `/api/spots?organization=${organization.pk}`);
    const spot = spots.find((row) => row.name.startsWith(name));
    if (spot) {
      const path = `${address}/organization/${organization.pk}/spots/${spot.pk}`;
      return { organization, spot, path };
    }
  }
  throw new Error(`No demo property is called ${name}.`);
}

/** Sends a rental that began a minute ago and takes an hour. */
export async function sendRental(key: string, spot: number, name: string) {
  const from = instant(Math.round(performance.timeOrigin + performance.now()) - 60_000);
  const item = {
    source: 'e2e',
    external_id: `${name}-${from}`,
    spot,
    rental_type: 'hourly',
    start_date: toIso(from),
    end_date: toIso(instant(from + 3_600_000)),
    car: null,
    charges: [],
  };
  const answer = await callWith(key, '/api/ingest/rentals/', { items: [item] });
  expect(answer).toMatchObject({ recorded: 1 });
}

/** What was sent to an address so far, the oldest first. */
export async function readMessages(to: string): Promise<string[]> {
  const outbox = await readFile(join(process.env.E2E_DATA_DIR ?? '', 'outbox.jsonl'), 'utf8').catch(
    () => '',
  );
  return outbox
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { to: string; text: string })
    .filter((message) => message.to === to)
    .map(({ text }) => text);
}

/** Waits for what is sent to an address, after the `seen` messages that were there before. */
export async function newestMessage(to: string, seen = 0): Promise<string> {
  let text = '';
  await expect(async () => {
    const messages = await readMessages(to);
    expect(messages.length).toBeGreaterThan(seen);
    text = messages.at(-1) ?? '';
  }).toPass({ timeout: 7_000 });
  return text;
}

/** A test that goes through many states reports each that is wrong. */
const softly = expect.configure({ soft: true });

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong with the page by some rules, or by all. It runs in the page itself, which has no frames. */
async function findFaults(page: Page, rules?: string[]): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(options),
    {
      resultTypes: ['violations' as const],
      runOnly: rules ?? { type: 'tag' as const, values: standards },
      iframes: false,
    },
  );
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(', ')}`);
}

/** Fails on what axe finds wrong with the page and what's still there when it has come to rest. */
const expectNoFaults = (page: Page, message: string, rules?: string[]) =>
  softly.poll(() => findFaults(page, rules), { message, timeout: 10_000 }).toEqual([]);

/** Fails on anything that axe finds wrong with the page. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page that was just opened may still be on its way; without its title axe refuses it anyway.
  await expect(page.locator('h1, [role="heading"][aria-level="1"]').first()).toBeAttached();
  await expectNoFaults(page, 'what axe finds');
}

/** Fails on colors of the dark scheme that are too close to each other: nothing else differs between the schemes. */
export async function expectAccessibleInTheDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectNoFaults(page, 'in the dark scheme', ['color-contrast', 'link-in-text-block']);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
}

/** Fails when the page is wider than its window, once what floats has followed a new width. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const measure = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  const message = 'pixels beyond the window';
  await softly.poll(measure, { message, timeout: 2_000 }).toBeLessThanOrEqual(0);
}

/**
 * For a page whose URL has the number of a row, which the list of pages (tools/shots/pages.ts) can't name: it is accessible,
 * in the dark scheme too, and fits a desk and a phone.
 */
export async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await expectAccessible(page);
  await expectAccessibleInTheDark(page);
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.setViewportSize(size);
}

/**
 * Opens a page of the app; where the app is open already, it goes there as a link does, in a tenth of the time. The
 * page before stays until the next is there: wait for something that only the next one has. What must be read again, or
 * is wrong in the URL, is opened from `about:blank`.
 */
export async function visit(page: Page, url: string): Promise<void> {
  if (!page.url().startsWith(address)) {
    await page.goto(url);
    return;
  }
  await page.evaluate(
    (path) => {
      history.pushState({}, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    url.replace(address, ''),
  );
}

/** Superusers belong to no organization; an Admin of all finds it for them. */
const finderFor = (who: Who): Who => (who === 'superuser' ? 'adminOfBoth' : who);

/** Signs a page in and opens a page of a demo property by the beginning of its name; waits for the page's heading. */
export async function openSpot(
  page: Page,
  who: Who,
  lot: string,
  path: string,
  heading?: string | RegExp,
) {
  await signIn(page, who);
  const found = await spotNamed(finderFor(who), lot);
  await visit(page, `${found.path}/${path}`);
  if (heading) await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  return found;
}

/** Signs a page in and opens a page of a demo organization by the beginning of its name; returns its pk. */
export async function openOrganization(page: Page, who: Who, name: string, path: string) {
  await signIn(page, who);
  const pk = await organizationPk(finderFor(who), name);
  await visit(page, `${address}/organization/${pk}/${path}`);
  return pk;
}

// Chromium lets a page whose HTML a test replaced open no connection to this machine.
const causedByTests = /ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS/;

/** The browser context of this worker's tests. */
let shared: BrowserContext | undefined;

/** Removes what a test left in the browser, except what was fetched of the app. */
async function cleanContext(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearCookies();
  await context.clearPermissions();
}

/**
 * The tests' own test: a page that complains in its console (a script error, a breach of the CSP) has failed.
 * The tests of a worker have one browser context after each other, so that the app's files are fetched and compiled
 * once; one that sets the clock has the tag @clock and its own, since a clock can't be taken out again.
 */
export const test = base.extend<{ tolerate: RegExp; noComplaints: undefined }>({
  tolerate: [/$^/, { option: true }],
  baseURL: address,
  context: async ({ browser }, use, { tags }) => {
    if (tags.includes('@clock')) {
      const own = await browser.newContext();
      await use(own);
      await own.close();
      return;
    }
    shared ??= await browser.newContext();
    await use(shared);
    await cleanContext(shared);
  },
  page: async ({ context }, use) => {
    const page = await context.newPage();
    const browser = await context.newCDPSession(page);
    await browser.send('Storage.clearDataForOrigin', {
      origin: address,
      storageTypes: 'local_storage,indexeddb',
    });
    await browser.detach();
    await use(page);
  },
  noComplaints: [
    async ({ page, tolerate }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await use(undefined);
      const unexpected = complaints.filter(
        (one) => ![tolerate, causedByTests].some((known) => known.test(one)),
      );
      expect(unexpected, 'the console of the page').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
