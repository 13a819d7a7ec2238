import type { Page } from '@playwright/test';
import { computeMedian } from '../median.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import type { Browsing } from './browsing.ts';
import { openWatched } from './browsing.ts';

const rounds = 5;

interface Interaction {
  name: string;
  /** The URL segment of the property's page, or a path of the organization. */
  page: string;
  act: (page: Page) => Promise<void>;
}

/** The most used controls, each operated with a real click or key. */
const interactions: readonly Interaction[] = [
  {
    name: 'a page in the menu',
    page: 'visitors',
    act: (page) => page.getByRole('link', { name: 'Reports', exact: true }).click(),
  },
  { name: 'Go to…', page: 'detail', act: (page) => page.keyboard.press('Control+k') },
  {
    name: 'the property dropdown',
    page: 'detail',
    act: (page) => page.getByRole('combobox', { name: 'Property' }).click(),
  },
  {
    name: 'a chart as a table',
    page: 'detail',
    act: (page) =>
      page
        .getByRole('button', { name: /^Show as table/ })
        .first()
        .click(),
  },
  {
    name: 'a chart’s next value',
    page: 'graphs',
    act: async (page) => {
      await page.getByRole('slider').first().focus();
      await page.keyboard.press('ArrowLeft');
    },
  },
  {
    name: 'a measure of a custom report',
    page: 'custom-reports',
    act: (page) => page.getByRole('checkbox', { name: 'Refunds' }).click(),
  },
  {
    name: 'the next week of the calendar',
    page: 'events',
    act: (page) => page.getByRole('button', { name: /^Next/ }).click(),
  },
  {
    name: 'the dialog of a new event',
    page: 'events',
    act: (page) => page.getByRole('button', { name: '+ Add Event' }).click(),
  },
  {
    name: 'the dialog of a new visitor',
    page: 'visitors',
    act: (page) => page.getByRole('button', { name: '+ Add a Visitor' }).click(),
  },
  {
    name: 'the dates of the income statement',
    page: '/income-statement',
    act: (page) => page.getByRole('button', { name: /Dates/ }).click(),
  },
];

/** The longest time from a press to its effect on the screen, in ms; events below 16 ms aren't reported. */
async function measureOnce(browsing: Browsing, { page: segment, act }: Interaction) {
  const path = segment.startsWith('/')
    ? `${browsing.organizationPath}${segment}`
    : `${browsing.spotPath}/${segment}`;
  const page = await openWatched(browsing, 'admin', path);
  await act(page);
  await page.waitForTimeout(500);
  const slowest = await page.evaluate<number>('watch.slowest');
  await page.context().close();
  return Math.max(slowest, 16);
}

/** How long the most used controls take from a press to the next paint. */
export async function* measureInteractions(browsing: Browsing): AsyncGenerator<Figure> {
  for (const interaction of interactions) {
    const elapsed: number[] = [];
    for (let n = 0; n < rounds; n++) elapsed.push(await measureOnce(browsing, interaction));
    yield judged(
      `press to paint of ${interaction.name}`,
      computeMedian(elapsed),
      { most: 100, unit: ' ms', digits: 0 },
      `worst ${Math.max(...elapsed)} ms, each the first press on a page`,
    );
  }
}
