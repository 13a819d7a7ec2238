import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, hourMs, instant, localHourOf } from '@lotkeeper/contract/kernel/calendar';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HourMoves } from './hours.rules.ts';
import { hoursOfDays, sumHours } from './hours.rules.ts';

const days = { from: '2026-10-30' as LocalDate, to: '2026-11-03' as LocalDate };
const now = fromIso('2026-11-03T09:40:00Z');
const begin = fromIso('2026-10-28T00:00:00Z');

interface Stay {
  start: number;
  end: number;
}

/** What the rollup holds of stays from the first hour of a range on. */
function movesOf(stays: readonly Stay[], from: Instant): HourMoves {
  const rows = new Map<number, { step: number; seconds: number }>();
  const move = (at: number, step: number) => {
    const hour = Math.floor(at / hourMs);
    const so = rows.get(hour) ?? { step: 0, seconds: 0 };
    so.step += step;
    so.seconds += step * (3600 - (at - hour * hourMs) / 1000);
    if (at >= from) rows.set(hour, so);
  };
  for (const { start, end } of stays) {
    move(start, 1);
    move(end, -1);
  }
  const sorted = [...rows].sort(([a], [b]) => a - b);
  return {
    spaces: 10,
    going: stays.filter(({ start, end }) => start < from && end >= from).length,
    known_before: true,
    hours: sorted.map(([hour]) => hour),
    steps: sorted.map(([, { step }]) => step),
    seconds: sorted.map(([, { seconds }]) => seconds),
    stays: sorted.map(() => 0),
    minutes: sorted.map(() => 0),
  };
}

const someStay = fc
  .record({ start: fc.nat(8 * 86_400), length: fc.integer({ min: 1, max: 4 * 86_400 }) })
  .map(({ start, length }) => ({
    start: begin + start * 1000,
    end: begin + (start + length) * 1000,
  }));

test('the seconds that any stays take in each hour of the clock are those that they overlap it', () => {
  const zone = 'America/New_York';
  const span = hoursOfDays(days, zone);
  fc.assert(
    fc.property(fc.array(someStay, { maxLength: 30 }), (stays) => {
      const keyOf = (day: string, hour: number) => `${day} ${hour}`;
      const sums = sumHours(movesOf(stays, span.from), span, { zone, now, keyOf });
      let taken = 0;
      for (let at: number = span.from; at + hourMs <= now; at += hourMs) {
        for (const { start, end } of stays) {
          taken += Math.max(0, Math.min(end, at + hourMs) - Math.max(start, at)) / 1000;
        }
      }
      const all = [...sums.values()];
      expect(all.reduce((so, one) => so + one.taken, 0)).toBe(taken);
      expect(all.every((one) => one.taken >= 0 && one.taken <= one.hours * 3600 * 30)).toBe(true);
    }),
  );
});

test('the hour that comes twice counts twice, and a day has 25 hours then', () => {
  const span = hoursOfDays(days, 'America/New_York');
  const keyOf = (day: string, hour: number) => `${day} ${hour}`;
  const moves = movesOf([], span.from);
  const sums = sumHours(moves, span, { zone: 'America/New_York', now, keyOf });
  expect(sums.get('2026-11-01 1')?.hours).toBe(2);
  const sunday = [...sums].filter(([key]) => key.startsWith('2026-11-01'));
  expect(sunday.reduce((so, [, { hours }]) => so + hours, 0)).toBe(25);
});

test('where clocks are off by half an hour, an hour of UTC belongs to the hour of its middle', () => {
  const zone = 'America/St_Johns';
  const span = hoursOfDays(days, zone);
  expect(localHourOf(instant(span.from + hourMs / 2), zone)).toBe(0);
  const stay = { start: fromIso('2026-10-31T12:00:00Z'), end: fromIso('2026-10-31T13:00:00Z') };
  const keyOf = (day: string, hour: number) => `${day} ${hour}`;
  const sums = sumHours(movesOf([stay], span.from), span, { zone, now, keyOf });
  // 12:30 UTC is 10:00 there.
  expect(sums.get('2026-10-31 10')?.taken).toBe(3600);
});

test('what comes before the first rental of a lot is not measured', () => {
  const zone = 'UTC';
  const span = hoursOfDays(days, zone);
  const first = { start: fromIso('2026-11-01T12:00:00Z'), end: fromIso('2026-11-01T13:00:00Z') };
  const moves = { ...movesOf([first], span.from), known_before: false };
  const sums = sumHours(moves, span, { zone, now, keyOf: (day) => day });
  expect([...sums].map(([day, { hours }]) => [day, hours])).toEqual([
    ['2026-11-01', 24],
    ['2026-11-02', 24],
    ['2026-11-03', 9],
  ]);
  const none = sumHours({ ...moves, hours: [] }, span, { zone, now, keyOf: (day) => day });
  expect(none.size).toBe(0);
});
