import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, fromIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import type { CameraHours } from './silent-hours.rules.ts';
import { findSilentHours, hourKey } from './silent-hours.rules.ts';

const day = '2026-06-15' as LocalDate;
const at = { zone: 'America/Phoenix', now: fromIso('2026-06-16T07:00:00Z') };
const range = { from: day, to: day };

/** A camera that saw some cars from 8 to 18 o'clock in each of the four weeks before, and on the day as given. */
const camera = (usual: readonly number[], onDay: Record<number, number>): CameraHours => ({
  name: 'Main entrance',
  direction: 'Entrance',
  reads: new Map([
    ...usual.flatMap((reads, week) =>
      Array.from({ length: 10 }, (_, index): [string, number] => [
        hourKey(addDays(day, -7 * (week + 1)), 8 + index),
        reads,
      ]),
    ),
    ...Object.entries(onDay).map(([hour, reads]): [string, number] => [
      hourKey(day, Number(hour)),
      reads,
    ]),
  ]),
});
const busy = { 8: 5, 9: 5, 10: 5, 11: 5, 14: 5, 15: 5, 16: 5, 17: 5 };

test('hours without a read are silent where there always are some, and cost what cars bring', () => {
  expect(findSilentHours([camera([5, 6, 4, 7], busy)], range, at, 550)).toEqual([
    {
      camera: 'Main entrance',
      direction: 'Entrance',
      // Noon in Phoenix, for two hours.
      start: fromIso('2026-06-15T19:00:00Z') / 1000,
      end: fromIso('2026-06-15T21:00:00Z') / 1000,
      cars_low: 8,
      cars_high: 14,
      lost_low: 4400,
      lost_high: 7700,
    },
  ]);
});

test.each([
  ['a camera that sometimes sees no car then', [5, 0, 4, 7]],
  ['a camera that was connected two weeks ago', [5, 6]],
])('%s is not silent', (_, usual) => {
  expect(findSilentHours([camera(usual, busy)], range, at, 550)).toEqual([]);
});

test('an hour that isn’t over is not silent yet', () => {
  const now = fromIso('2026-06-15T19:59:00Z');
  expect(findSilentHours([camera([5, 5, 5, 5], busy)], range, { ...at, now }, 550)).toEqual([]);
});
