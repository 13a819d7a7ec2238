import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { findToday } from './clock.ts';

/** What no page says: each pattern with what is wrong about it. */
const never: [string, RegExp][] = [
  [
    'a value that was not formatted',
    /\b(NaN|undefined|null|Infinity|Invalid Date)\b|\[object|\$\{|\{\{/,
  ],
  ['a timestamp instead of a date', /\d{4}-\d\d-\d\dT\d\d:/],
  ['a number with a long fraction', /\d\.\d{3,}(?! %)(?!\d)/],
  ['a date as programs write it', /\b\d{4}-\d\d-\d\d\b/],
  [
    'a plural of one',
    /(?<![\d.,/–-] ?)\b1 (cars|spaces|rentals|days|hours|minutes|entries|visits|drivers|codes|violations|people|properties|payouts|rows|files)\b/,
  ],
  ['a word of the code', /\b[a-z]+_[a-z_]+\b/],
];

/** An amount as it is written: dollars with commas, with both or neither digit of the cents, or short on an axis. */
const amount = /^\$(\d{1,3}(,\d{3})*(\.\d\d)?|\d+(\.\d)?[KMB])$/;
const amounts = /\$[\d.,]*\d[KMB]?/g;

/** A year of a date; the demo's data is of the last years, and grants last for some. */
const years =
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?(?: \d{1,2},)? (\d{3,})\b/g;
const isNear = (year: number) => Math.abs(year - Number(findToday().slice(0, 4))) <= 10;

/** A page's words, and the names of what can be pressed; what people wrote is left out. */
const readShown = (page: Page) =>
  page.evaluate(() => {
    const lines: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const box = node.parentElement;
      if (!node.textContent?.trim() || !(box instanceof HTMLElement)) continue;
      if (box.closest('script, style, noscript, code, pre, bdi')) continue;
      lines.push(...box.innerText.split('\n'));
    }
    const links = [...document.querySelectorAll('a[href]')].map(
      (link) => link.getAttribute('href') ?? '',
    );
    return { lines: [...new Set(lines)], links };
  });

/** What a page shows that no page should. */
async function findImplausible(page: Page): Promise<string[]> {
  const { lines, links } = await readShown(page);
  const faults = lines.flatMap((line) => {
    const found = never.flatMap(([what, pattern]) => (pattern.test(line) ? [what] : []));
    if ((line.match(amounts) ?? []).some((one) => !amount.test(one))) found.push('an amount');
    if ([...line.matchAll(years)].some(([, year]) => !isNear(Number(year)))) found.push('a year');
    if (/^(…|\.\.\.)$/.test(line)) found.push('something that never came');
    return found.map((what) => `${what}: ${line.slice(0, 120)}`);
  });
  const broken = links.filter((href) => /undefined|null|NaN|\[object|%5Bobject/.test(href));
  return [...faults, ...broken.map((href) => `a link: ${href}`)];
}

/** Fails on dates of another age, amounts and numbers that aren't written as ours, and words of the code. */
export const expectPlausible = async (page: Page) =>
  expect.soft(await findImplausible(page), 'what it shows').toEqual([]);
