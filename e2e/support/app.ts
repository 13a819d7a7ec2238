import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { test as base, expect } from '@playwright/test';

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

/** Calls the API as a person, beside the page. */
export async function callAs<T>(who: Who, path: string): Promise<T> {
  const response = await fetch(`${address}${path}`, {
    headers: { authorization: `Token ${tokenOf(who)}` },
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}

/** The first name of the person whose session the browser keeps; undefined when nobody is signed in. */
export async function readFirstName(page: Page): Promise<unknown> {
  const cookies = await page.context().cookies(address);
  const token = cookies.find(({ name }) => name === 'auth')?.value ?? '';
  const answer = await fetch(`${address}/api/v2/profiles/me`, {
    headers: { authorization: `Token ${token}` },
  });
  return ((await answer.json()) as { first_name?: string }).first_name;
}

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

/** Waits for what is sent to an address, after as many messages as were there `before`. */
export async function newestMessage(to: string, before = 0): Promise<string> {
  let text = '';
  await expect(async () => {
    const messages = await readMessages(to);
    expect(messages.length).toBeGreaterThan(before);
    text = messages.at(-1) ?? '';
  }).toPass({ timeout: 7_000 });
  return text;
}

/** What axe finds wrong with the page: by some rules, or by all. */
async function findFaults(page: Page, rules: string[] = []): Promise<string[]> {
  // Joining the results of frames takes axe a second page; a page without frames is read in one go.
  const hasFrames = page.frames().length > 1;
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(!hasFrames);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await (rules.length > 0
    ? axe.withRules(rules)
    : axe.withTags(tags)
  ).analyze();
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(', ')}`);
}

/** Fails on anything that axe finds wrong with the page. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page that was just opened may still be on its way; without its title axe refuses it anyway.
  await expect(page.locator('h1, [role="heading"][aria-level="1"]').first()).toBeAttached();
  expect(await findFaults(page)).toEqual([]);
}

/** The rules of axe that are about colors, which are all that the dark scheme changes. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** The same in the light and in the dark scheme of a page that was opened in the light one. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  // Colors that fade would be measured halfway.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  expect(await findFaults(page, colorRules), 'in the dark scheme').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Fails when the page is wider than its window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond).toBeLessThanOrEqual(0);
}

// Chromium lets a page whose HTML a test replaced open no connection to this machine.
const causedByTests = /ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS/;

/** The tests' own test: a page that complains in its console (a script error, a breach of the CSP) has failed. */
export const test = base.extend<{ tolerate: RegExp; noComplaints: undefined }>({
  tolerate: [/$^/, { option: true }],
  baseURL: address,
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
