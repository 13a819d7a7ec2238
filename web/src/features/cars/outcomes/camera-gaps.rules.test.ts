import { sumMissed } from '@lotkeeper/contract/cars/missed-cars';
import type { CameraGap } from '@lotkeeper/contract/cars/outcomes';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  describeGap,
  describeSubject,
  describeTimes,
  listDayNotes,
  toSpans,
} from './camera-gaps.rules.ts';

const range = { start: '2026-06-14' as LocalDate, end: '2026-06-20' as LocalDate };
const at = (iso: string) => fromIso(iso) / 1000;

/** From noon to 5 PM of June 15 in Phoenix. */
const gap: CameraGap = {
  kind: 'silent',
  spot: { pk: 1, name: 'Sonoran', timezone: 'America/Phoenix' },
  camera: 'North gate',
  camera_pk: 1,
  direction: 'Entrance',
  start: at('2026-06-15T19:00:00Z'),
  end: at('2026-06-16T00:00:00Z'),
  cars_low: 18,
  cars_high: 26,
  lost_low: cents(11_000),
  lost_high: cents(19_000),
};
const days: CameraGap = {
  ...gap,
  kind: 'fewer',
  camera: null,
  camera_pk: null,
  direction: 'Exit',
  start: at('2026-06-17T07:00:00Z'),
  end: at('2026-06-19T07:00:00Z'),
};
const always: CameraGap = { ...days, kind: 'one_sided' };

test('a gap is described in a sentence with its hours or days, its cars and its cost', () => {
  expect(describeGap(gap, false)).toBe(
    'North gate, Entrance saw no car, Jun 15, 12 PM – 5 PM: about 18 to 26 cars, $110 to $190',
  );
  expect(describeGap(days, true)).toBe(
    'Sonoran: Cameras at the exit saw far fewer cars than usual, Jun 17 – 18: about 18 to 26 cars, $110 to $190',
  );
  expect(describeSubject({ ...gap, camera: 'Main entrance' })).toBe('Main entrance');
  expect(describeTimes({ ...gap, end: at('2026-06-16T07:00:00Z') })).toBe('Jun 15, 12 PM – 12 AM');
  expect(describeTimes({ ...gap, end: at('2026-06-16T08:00:00Z') })).toBe(
    'Jun 15, 12 PM – Jun 16, 1 AM',
  );
});

test('gaps are drawn at their hours of the days, and those that overlap are one', () => {
  expect(toSpans([days, gap, always], range)).toEqual([
    { from: 1.5, to: 1 + 17 / 24 },
    { from: 3, to: 5 },
  ]);
  expect(
    toSpans(
      [gap, { ...gap, start: at('2026-06-15T23:00:00Z'), end: at('2026-06-16T07:00:00Z') }],
      range,
    ),
  ).toEqual([{ from: 1.5, to: 2 }]);
});

test('each day of a gap has its sentence, and many gaps of a day say how many more there are', () => {
  const notes = listDayNotes([gap, days, always], false);
  expect([...notes.keys()]).toEqual(['2026-06-15', '2026-06-17', '2026-06-18']);
  expect(listDayNotes([gap, gap, gap, gap, gap], false).get('2026-06-15')).toEqual([
    describeGap(gap, false),
    describeGap(gap, false),
    'and 3 more',
  ]);
});

test('the sum leaves out cars that are seen on one side only: the others are among them', () => {
  expect(sumMissed([gap, days, always])).toEqual({
    cars_low: 36,
    cars_high: 52,
    lost_low: 22_000,
    lost_high: 38_000,
  });
});

test('whatever the gaps are, they are drawn in order, apart, and within the days', () => {
  const any = fc
    .tuple(fc.nat({ max: 12 * 24 }), fc.integer({ min: 1, max: 72 }))
    .map(([start, hours]) => {
      const from = at('2026-06-12T07:00:00Z') + start * 3600;
      return { ...gap, start: from, end: from + hours * 3600 };
    });
  fc.assert(
    fc.property(fc.array(any), (gaps) => {
      const spans = toSpans(gaps, range);
      let last = 0;
      for (const { from, to } of spans) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(7);
        last = to;
      }
    }),
  );
});
