import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, eachDay, fromIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CameraRow, DaySides } from './camera-gaps.rules.ts';
import { findCameraGaps, priceGaps } from './camera-gaps.rules.ts';
import { findMissed } from './fewer-cars.rules.ts';
import type { SilentHour } from './silent-spans.rules.ts';
import { findSilentSpans, joinSpans } from './silent-spans.rules.ts';

const day = '2026-06-15' as LocalDate;
const zone = 'America/Phoenix';
const nothing = { visits: 0, unexplained: 0, uncollected: 0 };
const spot = {
  pk: 1,
  name: 'Sonoran',
  timezone: zone,
  visits: 1000,
  no_entrance: nothing,
  no_exit: nothing,
};
const cameras: CameraRow[] = [
  { pk: 1, spot_pk: 1, name: 'Main entrance', direction: 'Entrance' },
  { pk: 2, spot_pk: 1, name: 'Main exit', direction: 'Exit' },
];
const question = { from: day, to: day, now: fromIso('2026-06-16T07:00:00Z') };
const hour = (of: number, low = 4, high = 7): SilentHour => ({
  camera: 1,
  date: day,
  hour: of,
  low,
  high,
  last_read: null,
  next_read: null,
});

/** The days around the one that is asked for: as many cars come as leave, but for some days. */
const sides = (others: Record<string, Partial<DaySides>> = {}, cars = 200): DaySides[] =>
  eachDay(addDays(day, -28), addDays(day, 7)).map((date) => ({
    spot_pk: 1,
    date,
    entrances: cars,
    exits: cars,
    ...others[date],
  }));

const find = (
  found: Partial<Parameters<typeof findCameraGaps>[1]>,
  about: Partial<typeof spot> = {},
  at = question,
) => {
  const rows = { cameras, silent: [], days: [], ...found };
  const { gaps, unjudged } = findCameraGaps([{ ...spot, ...about }], rows, at);
  // $5.50 a car.
  return { gaps: priceGaps(gaps, () => 550), unjudged };
};

test('silent hours that follow one another are one gap, and cost what as many cars bring', () => {
  expect(find({ silent: [hour(12), hour(13), hour(16, 2, 3)] })).toEqual({
    unjudged: [],
    gaps: [
      {
        kind: 'silent',
        spot: { pk: 1, name: 'Sonoran', timezone: zone },
        camera: 'Main entrance',
        camera_pk: 1,
        direction: 'Entrance',
        start: fromIso('2026-06-15T23:00:00Z') / 1000,
        end: fromIso('2026-06-16T00:00:00Z') / 1000,
        cars_low: 2,
        cars_high: 3,
        lost_low: 1100,
        lost_high: 1650,
      },
      {
        kind: 'silent',
        spot: { pk: 1, name: 'Sonoran', timezone: zone },
        camera: 'Main entrance',
        camera_pk: 1,
        direction: 'Entrance',
        // Noon in Phoenix, for two hours.
        start: fromIso('2026-06-15T19:00:00Z') / 1000,
        end: fromIso('2026-06-15T21:00:00Z') / 1000,
        cars_low: 8,
        cars_high: 14,
        lost_low: 4400,
        lost_high: 7700,
      },
    ],
  });
});

test('a gap lasts from the last read before it to the next one, if those are in the hours beside it', () => {
  const at = (iso: string) => fromIso(`2026-06-15T${iso}Z`);
  // Noon and 1 PM in Phoenix; up to six cars an hour.
  const find12 = (last_read: Instant | null, next_read: Instant | null) =>
    findSilentSpans(
      [
        { ...hour(12, 2, 6), last_read },
        { ...hour(13, 2, 6), next_read },
      ],
      zone,
      question.now,
    );
  expect(find12(at('18:30:00'), at('21:40:00'))).toEqual([
    { start: at('18:30:00'), end: at('21:40:00'), low: 4, high: 19 },
  ]);
  const whole = [{ start: at('19:00:00'), end: at('21:00:00'), low: 4, high: 12 }];
  expect(find12(at('18:00:00'), at('22:00:00'))).toEqual(whole);
  expect(find12(null, null)).toEqual(whole);
});

test('an hour that isn’t over is not silent yet', () => {
  expect(findSilentSpans([hour(12)], zone, fromIso('2026-06-15T19:59:00Z'))).toEqual([]);
});

test('an hour that a change of clocks skips isn’t silent, and one that it repeats lasts for two', () => {
  const at = (date: string, hours: number[]) =>
    findSilentSpans(
      hours.map((one) => ({ ...hour(one), date: date as LocalDate })),
      'America/Denver',
      fromIso('2027-01-01T00:00:00Z'),
    ).map(({ start, end, low }) => [(end - start) / 3_600_000, low]);
  expect(at('2026-03-08', [1, 2, 3])).toEqual([[2, 8]]);
  expect(at('2026-11-01', [0, 1, 2])).toEqual([[4, 12]]);
});

test('an exit that sees far fewer cars than the entrance has missed them', () => {
  const { gaps } = find({ days: sides({ [day]: { exits: 80 } }) });
  expect(gaps).toMatchObject([
    {
      kind: 'fewer',
      camera: null,
      camera_pk: null,
      direction: 'Exit',
      cars_low: 120,
      cars_high: 120,
      lost_low: 66_000,
    },
  ]);
  expect(find({ days: sides({ [day]: { entrances: 80 } }) }).gaps).toMatchObject([
    { kind: 'fewer', direction: 'Entrance', cars_low: 120 },
  ]);
});

test('what is missed is a range from the lowest to the highest share of the weeks before', () => {
  const { gaps } = find({
    days: sides({
      [day]: { exits: 80 },
      [addDays(day, -7)]: { exits: 180 },
      [addDays(day, -14)]: { exits: 220 },
    }),
  });
  expect(gaps).toMatchObject([{ cars_low: 100, cars_high: 140 }]);
});

test.each<[string, Record<string, Partial<DaySides>>, number?]>([
  ['a quiet day has few cars on both sides', { [day]: { entrances: 80, exits: 80 } }],
  ['the entrance saw more cars than ever', { [day]: { entrances: 400 } }],
  ['a few fewer are chance', { [day]: { exits: 170 } }],
  ['too few cars come', { [day]: { exits: 2 } }, 19],
  [
    'the weeks before differ too much',
    { [day]: { exits: 80 }, [addDays(day, -7)]: { exits: 280 } },
  ],
  [
    'one of the weeks before has no reads',
    { [day]: { exits: 80 }, [addDays(day, -7)]: { exits: 0, entrances: 0 } },
  ],
])('nothing was missed where %s', (_, others, cars) => {
  expect(find({ days: sides(others, cars) }).gaps).toEqual([]);
});

test('cars that stayed overnight weren’t missed: they left on the next days, or came on the ones before', () => {
  const at = { ...question, now: fromIso('2026-06-25T07:00:00Z') };
  const left = { [day]: { exits: 80 }, [addDays(day, 2)]: { exits: 300 } };
  expect(find({ days: sides(left) }, {}, at).gaps).toEqual([]);
  const came = { [day]: { entrances: 80 }, [addDays(day, -2)]: { entrances: 300 } };
  expect(find({ days: sides(came) }, {}, at).gaps).toEqual([]);
});

test('a day with silent hours isn’t counted twice', () => {
  const days = sides({ [day]: { entrances: 80 } });
  expect(find({ silent: [hour(12)], days }).gaps.map(({ kind }) => kind)).toEqual(['silent']);
});

test('a side that misses more than a tenth of all cars is named with what they owe and would have brought', () => {
  const no_exit = { visits: 400, unexplained: 50, uncollected: 9_000 };
  expect(find({ days: sides({ [day]: { exits: 80 } }) }, { no_exit }).gaps).toMatchObject([
    {
      kind: 'one_sided',
      direction: 'Exit',
      cars_low: 400,
      cars_high: 400,
      lost_low: cents(9_000),
      lost_high: cents(27_500),
      start: fromIso('2026-06-15T07:00:00Z') / 1000,
      end: fromIso('2026-06-16T07:00:00Z') / 1000,
    },
  ]);
  expect(find({}, { no_exit, visits: 99 }).gaps).toEqual([]);
  expect(find({}, { no_exit: { ...no_exit, visits: 100 } }).gaps).toEqual([]);
});

test('sides aren’t compared where a camera has no direction, or all are on one side', () => {
  const days = sides({ [day]: { exits: 0 } });
  const no_exit = { visits: 1000, unexplained: 0, uncollected: 0 };
  const [entrance] = cameras as [CameraRow];
  const name = { pk: 1, name: 'Sonoran' };
  expect(find({ days, cameras: [entrance] }, { no_exit })).toEqual({
    gaps: [],
    unjudged: [{ spot: name, reason: 'one_side' }],
  });
  const both = [...cameras, { ...entrance, pk: 3, direction: null }];
  expect(find({ days, cameras: both }, { no_exit })).toEqual({
    gaps: [],
    unjudged: [{ spot: name, reason: 'no_direction' }],
  });
  expect(find({ cameras: [] })).toEqual({ gaps: [], unjudged: [] });
});

/** A day of about as many cars on both sides. */
const steady = fc
  .tuple(fc.integer({ min: 20, max: 500 }), fc.double({ min: 0.9, max: 1.1, noNaN: true }))
  .map(([other, share]) => ({ own: Math.max(20, Math.round(other * share)), other }));

test('whatever a side saw on a day, what it missed is a range in order, of no more cars than the weeks before explain', () => {
  let found = 0;
  fc.assert(
    fc.property(
      fc.array(steady, { minLength: 36, maxLength: 36 }),
      fc.nat({ max: 500 }),
      fc.constantFrom('Entrance' as const, 'Exit' as const),
      (seen, own, side) => {
        const byDate = new Map(seen.map((one, index) => [addDays(day, index - 28), one]));
        const other = byDate.get(day)?.other ?? 0;
        byDate.set(day, { own, other });
        const missed = findMissed((date) => byDate.get(date) ?? null, day, side);
        if (missed === null) return;
        found++;
        const shares = [7, 14, 21, 28].map((days) => {
          const week = byDate.get(addDays(day, -days)) ?? { own: 0, other: 1 };
          return week.own / week.other;
        });
        expect(missed.low).toBeGreaterThan(0);
        expect(missed.high).toBeGreaterThanOrEqual(missed.low);
        expect(own + missed.high).toBeLessThanOrEqual(Math.max(...shares) * other + 1);
        expect(own).toBeLessThan(Math.min(...shares) * other);
      },
    ),
    { numRuns: 500 },
  );
  expect(found).toBeGreaterThan(0);
});

test('where both sides see all cars but for chance, almost no day is named', () => {
  let named = 0;
  const runs = 300;
  fc.assert(
    fc.property(
      fc.integer({ min: 30, max: 400 }),
      // Each side misses up to a twentieth.
      fc.array(
        fc.tuple(
          fc.double({ min: 0.95, max: 1, noNaN: true }),
          fc.double({ min: 0.95, max: 1, noNaN: true }),
        ),
        {
          minLength: 36,
          maxLength: 36,
        },
      ),
      (cars, rates) => {
        const byDate = new Map(
          rates.map(([own, other], index) => [
            addDays(day, index - 28),
            { own: Math.round(cars * own), other: Math.round(cars * other) },
          ]),
        );
        if (findMissed((date) => byDate.get(date) ?? null, day, 'Exit')) named++;
      },
    ),
    { numRuns: runs },
  );
  expect(named).toBe(0);
});

test('joined spans keep every car, and never touch', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat({ max: 100 })).map((hours) => hours.toSorted((a, b) => a - b)),
      fc.nat({ max: 9 }),
      (hours, low) => {
        const spans = hours.map(
          (start) => ({ start, end: start + 1, low, high: low + 1 }) as never,
        );
        const joined = joinSpans(spans);
        expect(joined.reduce((sum, span) => sum + span.low, 0)).toBe(low * hours.length);
        expect(joined.reduce((sum, span) => sum + span.end - span.start, 0)).toBe(hours.length);
        for (const [index, span] of joined.entries()) {
          const next = joined[index + 1];
          if (next) expect(next.start).toBeGreaterThan(span.end);
        }
      },
    ),
  );
});
