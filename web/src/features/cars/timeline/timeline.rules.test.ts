import type { TimelineEvent } from '@lotkeeper/contract/cars/timeline';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, fromIso, startOfDay } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { formatTimes, groupByDay, type TimelineDay, toRows } from './timeline.rules.ts';

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

/** Pages as letters, one per day, newest first: r and e are quiet, m isn't. */
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

/** Rows as letters, with folded ones in brackets. */
function drawn(...pages: string[]): string {
  const letter = ({ events }: TimelineDay) => events[0]?.event.charAt(0).replace('d', 'r') ?? '';
  return toRows(pagesOf(...pages))
    .map((row) => ('day' in row ? letter(row.day) : `[${row.quiet.map(letter).join('')}]`))
    .join('');
}

test.each([
  ['there are no days', [''], ''],
  ['few days are not folded', ['rrrrr'], 'rrrrr'],
  ['nor four quiet ones', ['rrrrrrrrr'], 'rrrrrrrrr'],
  ['five after the first five are', ['rrrrrrrrrr'], 'rrrrr[rrrrr]'],
  ['of either kind', ['rrrrrrrererr'], 'rrrrr[rrererr]'],
  ['a highlight ends a fold', ['rrrrrrrrrrrmrrrr'], 'rrrrr[rrrrrr]mrrrr'],
  ['and another one begins it', ['mmmmmmrerermm'], 'mmmmmm[rerer]mm'],
  ['four in a row between highlights stay', ['mrrrrrrrrm'], 'mrrrrrrrrm'],
  ['a fold includes quiet days of the next page', ['rrrrrrrrrr', 'rrm'], 'rrrrr[rrrrrrr]m'],
  ['and of the one after it', ['rrrrrrrrrr', 'rr', 'rm'], 'rrrrr[rrrrrrrr]m'],
  ['quiet days that a page showed stay shown', ['rrrrrmrrr', 'rrrr'], 'rrrrrmrrrrrrr'],
  ['also before a fold', ['rrrrrmrrr', 'rrrrr'], 'rrrrrmrrr[rrrrr]'],
  ['the first five are counted over the pages', ['mmm', 'rrrrrrr'], 'mmmrr[rrrrr]'],
  ['and can be all of the first page', ['mmmmm', 'rrrrr'], 'mmmmm[rrrrr]'],
])('the timeline folds quiet days, in brackets here: %s', (_, pages, folded) => {
  expect(drawn(...pages)).toBe(folded);
});

test('adding a page changes no earlier row except the last one, which may grow', () => {
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

test('an event from midnight to midnight was on all day, even on a day of 23 hours', () => {
  const at = (iso: string) => fromIso(iso) / 1000;
  expect(formatTimes(at('2026-06-15T16:00:00Z'), undefined, zone)).toBe('9 AM');
  expect(formatTimes(at('2026-06-15T16:00:00Z'), at('2026-06-15T23:30:00Z'), zone)).toBe(
    '9 AM to 4:30 PM',
  );
  expect(formatTimes(at('2026-06-15T07:00:00Z'), at('2026-06-16T07:00:00Z'), zone)).toBe('All day');
  // New York skips an hour on March 8, 2026.
  const newYork = 'America/New_York';
  const skipped = [at('2026-03-08T05:00:00Z'), at('2026-03-09T04:00:00Z')] as const;
  expect(formatTimes(...skipped, newYork)).toBe('All day');
});
