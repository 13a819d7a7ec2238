import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, fromIso, startOfDay } from '@lotkeeper/contract/kernel/calendar';
import type { TimelineEvent } from '@lotkeeper/contract/timeline';
import { expect, test } from 'vitest';
import { groupByDay, type TimelineDay, toRows } from './timeline.rules.ts';

const zone = 'America/Phoenix';
const newest = '2026-06-15' as LocalDate;

const revenue = (timestamp: number): TimelineEvent => ({
  event: 'daily_revenue',
  timestamp,
  details: { total_rentals: 1 },
});
const enforcement = (timestamp: number): TimelineEvent => ({
  event: 'enforcement',
  timestamp,
  details: { autostarted_count: 1, images: [] },
});
const maintenance = (timestamp: number): TimelineEvent => ({
  event: 'maintenance',
  timestamp,
  details: { title: 'Washed', description: '', images: [] },
});

const made = { r: revenue, e: enforcement, m: maintenance };

/** Pages as letters, a day each, the newest first: r and e are quiet, m is not. */
function pagesOf(...pages: string[]): TimelineDay[][] {
  let ago = 0;
  return pages.map((letters) =>
    letters.split('').map((letter) => {
      const day = addDays(newest, -ago++);
      const timestamp = startOfDay(day, zone) / 1000;
      return { day, events: [made[letter as keyof typeof made](timestamp)] };
    }),
  );
}

/** Rows as letters, those of a fold in brackets. */
function drawn(...pages: string[]): string {
  const letter = ({ events }: TimelineDay) => events[0]?.event.charAt(0).replace('d', 'r') ?? '';
  return toRows(pagesOf(...pages))
    .map((row) => ('day' in row ? letter(row.day) : `[${row.quiet.map(letter).join('')}]`))
    .join('');
}

test.each([
  ['', ''],
  ['rrrrr', 'rrrrr'],
  ['rrrrrrrrr', 'rrrrrrrrr'],
  ['rrrrrrrrrr', 'rrrrr[rrrrr]'],
  ['rrrrrrrererr', 'rrrrr[rrererr]'],
])('the timeline shows the days %s as %s, with folds in brackets', (page, folded) => {
  expect(drawn(page)).toBe(folded);
});

test('a day with a highlight ends a fold, and four quiet days in a row are not folded', () => {
  expect(drawn('rrrrrrrrrrrmrrrr')).toBe('rrrrr[rrrrrr]mrrrr');
  expect(drawn('mmmmmmrerermm')).toBe('mmmmmm[rerer]mm');
  expect(drawn('mrrrrrrrrm')).toBe('mrrrrrrrrm');
});

test('a fold at the end of a page includes the quiet days that the next page begins with', () => {
  expect(drawn('rrrrrrrrrr', 'rrm')).toBe('rrrrr[rrrrrrr]m');
  expect(drawn('rrrrrrrrrr', 'rr', 'rm')).toBe('rrrrr[rrrrrrrr]m');
});

test('quiet days that a page showed stay shown when the next page continues with quiet days', () => {
  expect(drawn('rrrrrmrrr', 'rrrr')).toBe('rrrrrmrrrrrrr');
  expect(drawn('rrrrrmrrr', 'rrrrr')).toBe('rrrrrmrrr[rrrrr]');
});

test('the first five days, which are never folded, are counted over the whole list', () => {
  expect(drawn('mmm', 'rrrrrrr')).toBe('mmmrr[rrrrr]');
  expect(drawn('mmmmm', 'rrrrr')).toBe('mmmmm[rrrrr]');
});

test('adding a page changes no rows above but the last one, which may grow', () => {
  const pages = ['rrrrrrrrrrmr', 'rrrrrr', 'rrm', 'eeeeeeer', 'rm'];
  for (let count = 1; count < pages.length; count += 1) {
    const before = drawn(...pages.slice(0, count));
    const after = drawn(...pages.slice(0, count + 1));
    expect(after.startsWith(before.replace(/\]$/, ''))).toBe(true);
  }
});

test('events are grouped by the property’s day', () => {
  const at = (iso: string) => maintenance(fromIso(iso) / 1000);
  // Midnight in Phoenix is 7:00Z.
  const events = ['2026-06-15T07:00:00Z', '2026-06-15T06:59:59Z', '2026-06-14T07:00:00Z'].map(at);
  expect(groupByDay(events, zone).map(({ day, events: of }) => [day, of.length])).toEqual([
    ['2026-06-15', 1],
    ['2026-06-14', 2],
  ]);
});
