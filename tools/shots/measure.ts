import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';

/** A line of JSON a page, as each browser writes its own. */
const file = join(import.meta.dirname, 'out', 'figures.jsonl');

export function startFigures(): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
}

/** What a page looks like in figures; lengths are CSS pixels. */
export interface Figures {
  sizes: number[];
  weights: string[];
  /** Heights of buttons and fields. */
  controls: number[];
  corners: string[];
  hints: number;
  underlined: number;
  filled: number;
  /** Buttons and fields under 44 pixels. */
  small: number;
  /** Where the first figure or row begins; null without one. */
  first: number | null;
  /** Rows that are whole in the window. */
  rows: number;
  /** Cells of plates, times, money and codes in several lines. */
  wrapped: number;
  /** How far it can be scrolled sideways. */
  beyond: number;
  /** Layout shift since it was opened, as browsers count it. */
  shift: number;
}

/** Measures what is in the page. It runs there, so it uses nothing from outside. */
async function measure(): Promise<Figures> {
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('.ui-hidden');
  const all = [...document.body.querySelectorAll('*')].filter(isSeen);
  const unique = <T>(values: T[]) => [...new Set(values)];
  const texts = all.filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
  );
  const main = document.querySelector('main') ?? document.body;
  const inMain = (selector: string) => [...main.querySelectorAll(selector)].filter(isSeen);
  const top = (element: Element) => element.getBoundingClientRect().top + scrollY;
  // A mark in a text isn't a control, nor is a picture, row or tile that opens something.
  const controls = all.filter(
    (element) =>
      element.matches(
        'button, a[class*="Button"], input:not([type="checkbox"], [type="radio"], [type="file"]), select',
      ) &&
      !element.matches(
        '[aria-label^="About "], :has(> img, > [role="img"]), li > button:only-child:not([class*="Button"])',
      ),
  );
  // A field of several values is as high as its frame.
  const heights = controls.map((element) =>
    Math.round((element.closest('.mantine-Input-input') ?? element).getBoundingClientRect().height),
  );
  const rows = inMain('tbody tr');
  const first = [...inMain('dd'), ...rows].map(top).sort((a, b) => a - b)[0];
  const isWrapped = (cell: Element) => {
    const text = cell.textContent?.trim() ?? '';
    if (!/^[\d$–−+-][\d,.:$% /–-]*( [AP]M)?$|^[A-Z0-9]{2,8} [A-Z]{2}$/.test(text)) return false;
    const range = document.createRange();
    range.selectNodeContents(cell);
    return (
      new Set([...range.getClientRects()].map(({ top: line }) => Math.round(line / 8))).size > 2
    );
  };
  const shift = await new Promise<number>((resolve) => {
    setTimeout(() => resolve(0), 100);
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as (PerformanceEntry & { value: number })[];
      resolve(Number(entries.reduce((total, { value }) => total + value, 0).toFixed(3)));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return {
    sizes: unique(texts.map((element) => parseFloat(getComputedStyle(element).fontSize))),
    weights: unique(texts.map((element) => getComputedStyle(element).fontWeight)),
    controls: unique(heights.filter((height) => height > 0)),
    corners: unique(
      all
        .map((element) => getComputedStyle(element).borderTopLeftRadius)
        .filter((corner) => /^\d+px$/.test(corner) && corner !== '0px' && parseFloat(corner) < 99),
    ),
    hints: inMain('[aria-label^="About "]').length,
    underlined: inMain('a').filter((link) =>
      getComputedStyle(link).textDecorationLine.includes('underline'),
    ).length,
    filled: inMain('.mantine-Button-root:not([data-variant])').length,
    small: heights.filter((height) => height > 0 && height < 44).length,
    first: first === undefined ? null : Math.round(first),
    rows: rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
    wrapped: inMain('td, th').filter(isWrapped).length,
    beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    shift,
  };
}

export async function noteFigures(page: Page, name: string, width: string): Promise<void> {
  appendFileSync(file, `${JSON.stringify({ name, width, ...(await page.evaluate(measure)) })}\n`);
}

/** The noted figures as a table, by their names above, and what all pages have together. */
export function describeFigures(): string {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const pages = lines.map((line) => JSON.parse(line) as Figures & { name: string; width: string });
  const list = (values: (string | number)[]) =>
    [...new Set(values)].sort((a, b) => parseFloat(`${a}`) - parseFloat(`${b}`)).join(', ');
  const columns = Object.keys(pages[0] ?? {}).filter(
    (name) => !Array.isArray(pages[0]?.[name as keyof Figures]),
  ) as (keyof Figures)[];
  const rows = pages.map((page) => columns.map((column) => page[column] ?? '–').join('\t'));
  return [
    `Text sizes: ${list(pages.flatMap(({ sizes }) => sizes))}`,
    `Weights: ${list(pages.flatMap(({ weights }) => weights))}`,
    `Heights of controls: ${list(pages.flatMap(({ controls }) => controls))}`,
    `Corners: ${list(pages.flatMap(({ corners }) => corners))}`,
    '',
    columns.join('\t'),
    ...rows,
  ].join('\n');
}
