import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, instant, toLocalDate, toLocalHour } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HourCut, HourMoves, MovesRow } from './hours.rules.ts';
import { cutHours, sumHours } from './hours.rules.ts';

const days = { from: '2026-10-30' as LocalDate, to: '2026-11-03' as LocalDate };
const now = fromIso('2026-11-03T09:40:00Z');
const begin = fromIso('2026-10-28T00:00:00Z');

interface Stay {
  start: number;
  end: number;
}

/** The result of the query for these stays. */
function movesOf(stays: readonly Stay[], { edges, period }: HourCut): HourMoves {
  const [from, to] = [edges[0] as Instant, edges.at(-1) as Instant];
  const rows: MovesRow[] = [];
  const move = (at: number, step: number) => {
    if (at < from || at >= to) return;
    const hour = Math.floor(at / hourMs) * hourMs;
    const stretch = edges.filter((edge) => edge <= hour).length;
    const since = (hour - (edges[stretch - 1] as Instant)) / hourMs;
    rows.push({
      stretch,
      slot: since % period,
      step,
      weighted: step * Math.floor(since / period),
      seconds: step * (3600 - (at - hour) / 1000),
      stays: 0,
      minutes: 0,
    });
  };
  for (const { start, end } of stays) {
    move(start, 1);
    move(end, -1);
  }
  const going = stays.filter(({ start, end }) => start < from && end >= from).length;
  return { spaces: 10, going, first: begin, rows };
}

const someStay = fc
  .record({ start: fc.nat(8 * 86_400), length: fc.integer({ min: 1, max: 4 * 86_400 }) })
  .map(({ start, length }) => ({
    start: begin + start * 1000,
    end: begin + (start + length) * 1000,
  }));

test.each([true, false])(
  'the occupied seconds of each group equal the overlap of the stays with it (by hour: %s)',
  (byHour) => {
    const zone = 'America/New_York';
    const cut = cutHours(days, { zone, now, byHour });
    const keyOf = (day: string, hour: number) => (byHour ? String(hour) : day);
    fc.assert(
      fc.property(fc.array(someStay, { maxLength: 30 }), (stays) => {
        const sums = sumHours(movesOf(stays, cut), cut, { zone, keyOf });
        const taken = new Map<string, number>();
        const hours = new Map<string, number>();
        for (let at: number = cut.edges[0] as Instant; at + hourMs <= now; at += hourMs) {
          const key = keyOf(toLocalDate(instant(at), zone), toLocalHour(instant(at), zone));
          hours.set(key, (hours.get(key) ?? 0) + 1);
          for (const { start, end } of stays) {
            const seconds = Math.max(0, Math.min(end, at + hourMs) - Math.max(start, at)) / 1000;
            taken.set(key, (taken.get(key) ?? 0) + seconds);
          }
        }
        for (const [key, so] of sums) {
          expect([key, so.hours, so.occupiedSeconds]).toEqual([
            key,
            hours.get(key),
            taken.get(key) ?? 0,
          ]);
        }
        expect(sums.size).toBe(hours.size);
      }),
    );
  },
);

const byDayAndHour = (day: string, hour: number) => `${day} ${hour}`;

test('the repeated hour counts twice, and its day has 25 hours', () => {
  const zone = 'America/New_York';
  const cut = cutHours(
    { from: '2026-11-01' as LocalDate, to: '2026-11-01' as LocalDate },
    { zone, now, byHour: true },
  );
  const sums = sumHours(movesOf([], cut), cut, { zone, keyOf: byDayAndHour });
  expect(sums.get('2026-11-01 1')?.hours).toBe(2);
  expect([...sums.values()].reduce((so, { hours }) => so + hours, 0)).toBe(25);
});

test('in a time zone with a half-hour offset, a UTC hour counts for the local hour of its middle', () => {
  const zone = 'America/St_Johns';
  const day = '2026-10-31' as LocalDate;
  const cut = cutHours({ from: day, to: day }, { zone, now, byHour: true });
  const stay = { start: fromIso('2026-10-31T12:00:00Z'), end: fromIso('2026-10-31T13:00:00Z') };
  const sums = sumHours(movesOf([stay], cut), cut, { zone, keyOf: byDayAndHour });
  // 12:30 UTC is 10:00 there.
  expect(sums.get('2026-10-31 10')?.occupiedSeconds).toBe(3600);
});

test('the time before a property’s first rental is not measured', () => {
  const zone = 'UTC';
  const cut = cutHours(days, { zone, now, byHour: false });
  const first = { start: fromIso('2026-11-01T12:00:00Z'), end: fromIso('2026-11-01T13:00:00Z') };
  const moves = { ...movesOf([first], cut), first: first.start };
  const sums = sumHours(moves, cut, { zone, keyOf: (day) => day });
  expect([...sums].map(([day, { hours }]) => [day, hours])).toEqual([
    ['2026-11-01', 24],
    ['2026-11-02', 24],
    ['2026-11-03', 9],
  ]);
  const none = sumHours({ ...moves, first: null, rows: [] }, cut, { zone, keyOf: (day) => day });
  expect(none.size).toBe(0);
});
