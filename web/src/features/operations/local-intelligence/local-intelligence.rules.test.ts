import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type {
  DemandEffect,
  UpcomingDay,
  WeekdayDemand,
} from '@lotkeeper/contract/operations/local-intelligence';
import { expect, test } from 'vitest';
import { formatChange } from '../../../ui/charts/change-bars.tsx';
import {
  clearest,
  effectText,
  expectedChange,
  expectedText,
  explainExpected,
  isTooYoung,
  weekdaysText,
} from './local-intelligence.rules.ts';

const effect = (of: Partial<DemandEffect> = {}): DemandEffect => ({
  name: 'Independence Day',
  times: 3,
  same_way: 3,
  change: -0.38,
  low: -0.5,
  high: -0.3,
  ordinary: 0.12,
  confidence: 'sure',
  last_date: '2026-07-04' as LocalDate,
  ...of,
});

test.each([
  [{}, '38% fewer rentals than on the same weekdays around it, in 3 of 3 years.'],
  [
    { change: 2, times: 1, same_way: 1 },
    '200% more rentals than on the same weekdays around it, once so far.',
  ],
  [{ change: 0.004 }, 'As many rentals as on the same weekdays around it, over 3 years.'],
  [
    { change: -1, same_way: 2 },
    '100% fewer rentals than on the same weekdays around it, in 2 of 3 years.',
  ],
])('an effect of %o is described as "%s"', (of, text) => {
  expect(effectText(effect(of), 'years')).toBe(text);
});

// In binary, 0.565 × 100 is slightly less than 56.5, so two ways of rounding would differ.
test.each([-0.565, 0.145, 0.575, -0.285])(
  'a change of %d has the same percentage in the text as in charts and tables',
  (change) => {
    const [percent] = /\d+%/.exec(effectText(effect({ change }), 'years')) ?? [];
    expect(formatChange(change)).toBe(`${change < 0 ? '-' : '+'}${percent}`);
  },
);

test('the clearest effect is described with its name, and effects that may be chance aren’t', () => {
  expect(clearest([effect()], 'years')).toBe(
    'Independence Day: 38% fewer rentals than on the same weekdays around it, in 3 of 3 years.',
  );
  expect(clearest([effect({ confidence: 'early' })], 'years')).toBeNull();
  expect(clearest([], 'years')).toBeNull();
});

const weekday = (dow: number, change: number | null): WeekdayDemand => ({
  dow,
  days: 50,
  rentals: change === null ? null : 10,
  change,
  low: change,
  high: change,
});

test('the busiest and quietest weekdays are described, unless all are alike or none is known', () => {
  expect(weekdaysText([weekday(1, 0.2), weekday(6, -0.48), weekday(7, null)])).toBe(
    'Mondays bring the most, 20% more rentals than the average day; Saturdays the fewest, 48% fewer.',
  );
  expect(weekdaysText([weekday(1, 0), weekday(2, 0)])).toBeNull();
  expect(weekdaysText([weekday(1, null)])).toBeNull();
  expect(weekdaysText([])).toBeNull();
});

const coming = (of: Partial<UpcomingDay>): UpcomingDay => ({
  date: '2026-11-26' as LocalDate,
  holidays: ['Thanksgiving'],
  events: [],
  closed: false,
  usual: 40,
  expected: 30,
  low: 20,
  high: 44,
  confidence: 'sure',
  estimated: false,
  ...of,
});

test('a day’s expected rentals are described with their range, or in words when nothing is known', () => {
  expect(expectedText(coming({}))).toBe('30 (20 to 44)');
  expect(expectedText(coming({ expected: 1200, low: null }))).toBe('1,200');
  expect(expectedText(coming({ expected: null }))).toBe('Not known yet');
  expect(expectedText(coming({ usual: null, expected: null }))).toBe('Not enough days yet');
});

test('an expectation that rests on other holidays is called an estimate', () => {
  expect(explainExpected(coming({}))).toBe('Sure');
  expect(explainExpected(coming({ confidence: 'early' }))).toBe('Too early to say');
  expect(explainExpected(coming({ confidence: 'early', estimated: true }))).toBe('Estimate');
});

test('an expected change has no value when the usual number of rentals is 0', () => {
  expect(expectedChange(coming({}))).toEqual({ value: -0.25, low: -0.5, high: 44 / 40 - 1 });
  expect(expectedChange(coming({ usual: 0 }))).toEqual({ value: null, low: null, high: null });
});

test('a property’s history is long enough for local intelligence after four weeks', () => {
  expect([27, 28].map((days) => isTooYoung({ days }))).toEqual([true, false]);
});
