import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { confirmationMinutes } from '@lotkeeper/contract/kernel/confirmation';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { test as base, expect } from '@playwright/test';
import type axe from 'axe-core';
import { now, readShift } from './clock.ts';
import { exchangeLinks } from './exchange-links.ts';
import { shiftClock } from './shift-clock.ts';

const printed = process.env.E2E_PRINTED ?? '';

/** The app's URL. */
export const address = /Lotkeeper is at (\S+)/.exec(printed)?.[1] ?? '';

/** The demo's people by the description that is printed with their link. */
export const people = {
  admin: 'Admin of Cactus & Coast Parking',
  adminOfBoth: 'Admin of Cactus & Coast Parking and of Lakeshore Park & Go',
  employee: 'Employee of Cactus & Coast Parking',
  enforcer: 'Enforcer of Cactus & Coast Parking',
  valet: 'Valet of Cactus & Coast Parking',
  accountant: 'Accountant of Cactus & Coast Parking',
  withoutLots: 'Admin of Juniper Ridge Holdings, which has no lots',
  superuser: 'Superuser',
  renter: 'Renter',
  nobody: 'Nobody’s staff: without any organization',
  longName: 'Employee of Lakeshore Park & Go with a very long name',
} as const;
export type Who = keyof typeof people;

/** A person's printed sign-in link. */
export function linkFor(who: Who): string {
  const lines = printed.split('\n');
  return lines[lines.findIndex((line) => line.trim() === people[who]) + 1]?.trim() ?? '';
}

const tokens = JSON.parse(process.env.E2E_TOKENS ?? '{}') as Record<string, string>;
let renewedAt = instant(Number(process.env.E2E_SIGNED_IN_AT ?? 0));

/** Signs in again, for tests that need a person who proved who they are a short while ago. */
async function renewSessions(): Promise<void> {
  if (now() - renewedAt < (confirmationMinutes - 5) * minuteMs) return;
  renewedAt = now();
  const links = (['admin', 'adminOfBoth', 'employee', 'superuser'] as const).map(linkFor);
  Object.assign(tokens, await exchangeLinks(links));
}

/** The session token for a person's printed link, exchanged once for many tests. */
export const tokenOf = (who: Who): string => tokens[linkFor(who)] ?? '';

/**
 * The cookies of a session. The cookie that only distinguishes a known browser from a stranger's outlives a logout.
 */
export const sessionCookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name === 'auth');

/** Signs a page in with its cookie, like a returning person. */
export async function signIn(page: Page, who: Who): Promise<void> {
  await page.context().addCookies([{ name: 'auth', value: tokenOf(who), url: address }]);
}

/** Calls the API outside the page, with or without a token; with a body it's a POST request. */
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

/** Calls the API as a person, outside the page. */
export const callAs = <T>(who: Who, path: string, body?: object, method?: string) =>
  callWith<T>(tokenOf(who), path, body, method);

/** Creates an API key for an organization. */
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

/** The first name of the person who is signed in in the browser; undefined if nobody is. */
export async function readFirstName(page: Page): Promise<unknown> {
  const cookies = await page.context().cookies(address);
  const token = cookies.find(({ name }) => name === 'auth')?.value ?? '';
  const profile = await callWith<{ first_name?: string }>(token, '/api/v2/profiles/me');
  return profile.first_name;
}

/** A panel of the page by its heading. */
export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The row of a table, or its card on a phone, that has a text. */
export const lineOf = (page: Page, text: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text });

/** Selects an option of a dropdown. */
export async function choose(
  page: Page,
  label: string | RegExp,
  option: string | RegExp,
  exact = false,
): Promise<void> {
  await page.getByRole('combobox', { name: label, exact }).click();
  await page.getByRole('option', { name: option, exact }).click();
}

/** Clicks a button, and returns the downloaded file. */
export async function downloadBy(button: Locator): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

/** Fakes the responses to calls of the page. */
export const answerCalls = (page: Page, url: string | RegExp, json: object, status = 200) =>
  page.route(url, (route) => route.fulfill({ status, json }));

/** Makes calls of the page fail. */
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

/** A demo property by the beginning of its name, with its path in the app. */
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

/** Sends an hour's rental that began a minute ago; by default of no car in particular. */
export async function sendRental(key: string, spot: number, name: string, plate?: string) {
  const from = instant(now() - 60_000);
  const item = {
    source: 'e2e',
    external_id: `${name}-${from}`,
    spot,
    rental_type: 'hourly',
    start_date: toIso(from),
    end_date: toIso(instant(from + 3_600_000)),
    car: plate ? { plate, state: 'AZ', country: 'US' } : null,
    charges: [],
  };
  const answer = await callWith(key, '/api/ingest/rentals/', { items: [item] });
  expect(answer).toMatchObject({ recorded: 1 });
}

/** The messages sent to an address so far, oldest first. */
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

/** Waits for a message to an address after the first `seen` ones. */
export async function newestMessage(to: string, seen = 0): Promise<string> {
  let text = '';
  await expect(async () => {
    const messages = await readMessages(to);
    expect(messages.length).toBeGreaterThan(seen);
    text = messages.at(-1) ?? '';
  }).toPass();
  return text;
}

/** Waits for the code emailed to somebody who got a role; the email about the new role may arrive before or after it. */
export async function readCode(email: string): Promise<string> {
  let code = '';
  await expect(async () => {
    const codes = (await readMessages(email)).flatMap((text) => /^\d{6}/.exec(text) ?? []);
    code = codes[0] ?? '';
    expect(code).not.toBe('');
  }).toPass();
  return code;
}

/** A test of many states reports every wrong one. */
const softly = expect.configure({ soft: true });

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Half of what `axe.source` has, so each page compiles it in half of the time. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Rules to check instead of all, and rules to leave out. */
interface Rules {
  only?: string[];
  without?: string[];
}

/**
 * axe's findings on the page, or on the dialog over it. It runs in the page itself, which has no frames. Writing a
 * selector for each element would take a third of the time.
 */
async function runAxe(page: Page, { only, without = [] }: Rules): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    (options) => {
      const dialog = document.querySelector('[role="dialog"][aria-modal="true"]');
      return (window as unknown as { axe: typeof axe }).axe.run(dialog ?? document, options);
    },
    {
      resultTypes: ['violations' as const],
      runOnly: only ?? { type: 'tag' as const, values: standards },
      rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
      iframes: false,
      selectors: false,
    },
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
}

const isTargetSize = (fault: string) => fault.startsWith('target-size');

/**
 * The same, but what the bars at a window's edges half cover isn't too small: whether that happens depends on how far
 * the page is scrolled. So sizes are measured again in a window as high as the page.
 */
async function findFaults(page: Page, rules: Rules): Promise<string[]> {
  const faults = await runAxe(page, rules);
  const size = page.viewportSize();
  if (!size || !faults.some(isTargetSize)) return faults;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...size, height });
  const tooSmall = await runAxe(page, { only: ['target-size'] });
  await page.setViewportSize(size);
  return [...faults.filter((fault) => !isTargetSize(fault)), ...tooSmall];
}

/** Fails on axe's findings that remain once the page has settled. */
const expectNoFaults = (page: Page, message: string, rules: Rules) =>
  softly.poll(() => findFaults(page, rules), { message }).toEqual([]);

const contrast = ['color-contrast', 'link-in-text-block'];

/** Fails on anything that axe finds wrong with the page, or with the dialog over it. */
export async function expectAccessible(page: Page, rules: Rules = {}): Promise<void> {
  // A page that was just opened may still be loading; without its title, axe rejects it anyway.
  await expect(page.locator('h1, [role="heading"][aria-level="1"]').first()).toBeAttached();
  await expectNoFaults(page, 'what axe finds', rules);
}

/** The same at the width of a phone, for a page whose colors were checked: they don't depend on the width. */
export async function expectAccessibleOnPhone(page: Page): Promise<void> {
  await expectAccessible(page, { without: contrast });
  await expectNoOverflow(page);
}

/** Fails on insufficient contrast in the dark scheme, which differs from the light one only in its colors. */
export async function expectAccessibleInTheDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectNoFaults(page, 'in the dark scheme', { only: contrast });
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
}

/** Fails if what is behind a floating element shows through it. Colors come from the built styles. */
export async function expectOpaque(floating: Locator): Promise<void> {
  const listBackgrounds = (start: HTMLElement | SVGElement) => {
    const backgrounds: string[] = [];
    for (let element: Element | null = start; element; element = element.parentElement) {
      const { backgroundColor, position } = getComputedStyle(element);
      backgrounds.push(backgroundColor);
      if (position === 'fixed' || position === 'absolute') break;
    }
    return backgrounds;
  };
  const backgrounds = await floating.evaluate(listBackgrounds);
  const isOpaque = (color: string) => color.startsWith('rgb(');
  expect.soft(backgrounds.some(isOpaque), `opaque: ${backgrounds.join(', ')}`).toBe(true);
}

/** Fails if the page is wider than its window, once floating elements have adapted to a new width. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const measure = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  const message = 'pixels beyond the window';
  await softly.poll(measure, { message }).toBeLessThanOrEqual(0);
}

/**
 * For pages with a record's number in the URL, which the list of pages (tools/shots/pages.ts) can't contain: checks
 * that the page is accessible, also in the dark scheme, and fits a desktop and a phone.
 */
export async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await expectAccessible(page);
  await expectAccessibleInTheDark(page);
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleOnPhone(page);
  await page.setViewportSize(size);
}

const driversPage = /\/(appeal|car\/[^/?]+)\/?(\?.*)?$/;

/**
 * Opens a page of the app; if the app is already open, it navigates like a link does, in a tenth of the time. The
 * previous page stays until the next one is there, so wait for something that only the next one has. To reload data,
 * or to test invalid URLs, start from `about:blank`.
 */
export async function visit(page: Page, url: string): Promise<void> {
  // Drivers’ pages have no router.
  if (!page.url().startsWith(address) || driversPage.test(page.url()) || driversPage.test(url)) {
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

/** Superusers belong to no organization, so an Admin of both finds it for them. */
const finderFor = (who: Who): Who => (who === 'superuser' ? 'adminOfBoth' : who);

/** Signs in and opens a page of a demo property by the beginning of its name; waits for the page's heading. */
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

/** Signs in and opens a page of a demo organization by the beginning of its name; returns its pk. */
export async function openOrganization(page: Page, who: Who, name: string, path: string) {
  await signIn(page, who);
  const pk = await organizationPk(finderFor(who), name);
  await visit(page, `${address}/organization/${pk}/${path}`);
  return pk;
}

// Chromium blocks local connections of a page whose HTML was replaced by a test.
const causedByTests = /ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS/;

/** The browser context of this worker's tests, and a page of the server that stays open. */
let shared: { context: BrowserContext; keeper: Page } | undefined;

/** While a page is open, the next ones run in its process, which has compiled the app. */
async function openShared(browser: Browser) {
  const context = await browser.newContext();
  await context.addInitScript(shiftClock, readShift());
  const keeper = await context.newPage();
  await keeper.goto(`${address}/api/health/live`);
  return { context, keeper };
}

/** Removes what a test left in the browser, except cached files of the app. */
async function cleanContext(context: BrowserContext, keeper: Page): Promise<void> {
  const left = context.pages().filter((page) => page !== keeper);
  await Promise.all(left.map((page) => page.close()));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearCookies();
  await context.clearPermissions();
}

/**
 * The tests' own `test`: it fails if a page logs errors to its console (a script error, a CSP violation). The tests
 * of a worker reuse one browser context, so that the app's files are fetched and compiled once; a test that sets the
 * clock has the tag @clock and its own context, since a clock can't be uninstalled.
 */
export const test = base.extend<{ tolerate: RegExp; noComplaints: undefined }>({
  tolerate: [/$^/, { option: true }],
  baseURL: address,
  context: async ({ browser }, use, { tags }) => {
    await renewSessions();
    if (tags.includes('@clock')) {
      const own = await browser.newContext();
      await use(own);
      await own.close();
      return;
    }
    shared ??= await openShared(browser);
    await use(shared.context);
    await cleanContext(shared.context, shared.keeper);
  },
  page: async ({ context }, use) => {
    const page = await context.newPage();
    const browser = await context.newCDPSession(page);
    await browser.send('Storage.clearDataForOrigin', {
      origin: address,
      storageTypes: 'local_storage,indexeddb,service_workers',
    });
    await browser.detach();
    await use(page);
  },
  noComplaints: [
    async ({ page, tolerate }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error')
          complaints.push(`${message.text()} ${message.location().url}`);
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
