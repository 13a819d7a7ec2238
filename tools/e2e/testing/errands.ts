import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Who } from './app.ts';
import {
  address,
  callAs,
  expect,
  expectNoOverflow,
  newestMessage,
  signIn,
  spotNamed,
  test,
} from './app.ts';

interface Errand {
  path: string;
  who?: Who;
  /** The name of a heading that the page has once it's loaded. */
  heading: string | RegExp;
  /** Buttons that each open a dialog. */
  dialogs?: string[];
}

async function makeCarLink(spot: number): Promise<string> {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  const phone = `480${6_800_000 + (drawn % 99_000)}`;
  await callAs('valet', '/api/valet/valet-sessions/', { spot, phone, request: randomUUID() });
  return /\/car\/\S+/.exec(await newestMessage(`+1${phone}`))?.[0] ?? '';
}

/** What people do most, in the order of their roles, so that each signs in once. */
async function listErrands(): Promise<Errand[]> {
  const { spot, organization, path: spotUrl } = await spotNamed('admin', 'Copper Square');
  const path = spotUrl.slice(address.length);
  const { pk } = organization;
  const order = { spot: spot.pk, mode: 'calendar', minutes: 120, pin: '4711' };
  const { ticket } = await callAs<{ ticket: string }>('admin', '/api/kiosks/', order);
  const heading = (name: string | RegExp, at: string, dialogs: string[] = []): Errand => ({
    path: at,
    who: 'admin',
    heading: name,
    dialogs,
  });
  return [
    { path: '/login', heading: 'Sign in' },
    { path: '/appeal?code=ACE7749', heading: 'Appeal a Violation' },
    { path: await makeCarLink(spot.pk), heading: /Copper Square/ },
    { path: `${path}/validation?calendar=true#${ticket}`, heading: /Copper Square/ },
    {
      path: `/valet/${pk}`,
      who: 'valet',
      heading: 'Valet Dashboard',
      dialogs: ['Check in', 'Check Out', 'Walk-in'],
    },
    heading('Visitors', `${path}/visitors`, ['+ Add a Visitor']),
    heading('Event Calendar', `${path}/events`, ['+ Add Event']),
    heading(/Waive a Violation|Violations/, `${path}/violations`),
    heading('Plate Desk', `/organization/${pk}/plate-desk`, ['Staff and service cars']),
    heading('Check a Plate', `/organization/${pk}/check`),
    heading('Income Statement', `/organization/${pk}/income-statement`),
  ];
}

const softly = expect.configure({ soft: true });

/** What is wrong with the room that words have: those that are cut off or broken, and bars that cover the page. */
const findCrampedWords = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const top = document.querySelector('[role="dialog"]') ?? document.body;
    const faults: string[] = [];
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const isCut = (text: Text, control: Element) => {
      range.selectNodeContents(text);
      const words = range.getBoundingClientRect();
      for (let box = text.parentElement; box && control.contains(box); box = box.parentElement) {
        const { overflow, textOverflow } = getComputedStyle(box);
        const { left, right, top: upper, bottom } = box.getBoundingClientRect();
        if (overflow === 'visible' || textOverflow === 'ellipsis') continue;
        if (words.left < left - 1.5 || words.right > right + 1.5) return true;
        if (words.top < upper - 1.5 || words.bottom > bottom + 1.5) return true;
      }
      return false;
    };
    const isBroken = (text: Text) =>
      [...text.data.matchAll(/[\w’]{2,8}/g)].some(({ index, 0: { length } }) => {
        range.setStart(text, index);
        range.setEnd(text, index + length);
        const [first, ...others] = range.getClientRects();
        return others.some(({ top: lower }) => first && lower > first.bottom - 2);
      });
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const parent = text.parentElement;
      if (!parent?.checkVisibility({ visibilityProperty: true })) continue;
      if (!text.data.trim() || parent.closest('.ui-hidden, .fc, svg, script, noscript')) continue;
      const control = parent.closest('button, a, summary, [role="button"]');
      if (control && control.clientWidth > 1 && isCut(text, control))
        faults.push(`cut off: ${text.data}`);
      if (isBroken(text)) faults.push(`broken: ${text.data}`);
    }
    const bars = [...top.querySelectorAll('*')].filter((element) => {
      const { position } = getComputedStyle(element);
      const { width, bottom, top: upper } = element.getBoundingClientRect();
      return (
        /sticky|fixed/.test(position) && width > innerWidth / 2 && bottom > 0 && upper < innerHeight
      );
    });
    const height = bars
      .filter((bar) => !bars.some((other) => other !== bar && other.contains(bar)))
      .reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0);
    if (height > innerHeight / 2) faults.push(`bars cover ${height} of ${innerHeight} pixels`);
    return faults;
  });

async function expectRoom(page: Page): Promise<void> {
  softly(await findCrampedWords(page)).toEqual([]);
  await expectNoOverflow(page);
}

/** Opens the page of each errand and its dialogs, and fails on words without room. */
export async function walkErrands(page: Page): Promise<void> {
  let signedIn: Who | undefined;
  for (const { path, who, heading, dialogs = [] } of await listErrands()) {
    await test.step(path, async () => {
      if (who && who !== signedIn) await signIn(page, who);
      signedIn = who;
      await page.goto(`${address}${path}`);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.locator('[aria-busy="true"], [class*="bone"]')).toHaveCount(0);
      await expectRoom(page);
      if (/income-statement/.test(path)) {
        // Amounts without their names in sight say nothing.
        await softly(page.getByRole('region', { name: /, table$/ })).toHaveCount(0);
      }
      for (const name of dialogs) {
        await page.getByRole('button', { name, exact: true }).first().click();
        await expect(page.getByRole('dialog').getByRole('button').first()).toBeVisible();
        await expectRoom(page);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
      await expectRoom(page);
    });
  }
}
