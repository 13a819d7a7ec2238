import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import { areTwoCars, completes, wasBeside } from './alike-cars.rules.ts';

type Minutes = readonly [entrance: number | null, exit: number | null];
const at = (minutes: number | null) => (minutes === null ? null : instant(minutes * minuteMs));
const seen = ([entrance, exit]: Minutes) => ({ entrance_at: at(entrance), exit_at: at(exit) });

test.each<[string, Minutes, Minutes, boolean]>([
  ['both were in at the same time', [44, 197], [7, 221], true],
  ['both are in', [44, null], [7, null], true],
  ['one is in, and the other comes and leaves meanwhile', [0, null], [30, 60], true],
  ['one left before the other came', [0, 30], [31, 60], false],
  ['each has the end that the other lacks', [0, null], [null, 60], false],
  ['an exit came before the entrance', [60, null], [null, 30], false],
  ['one pass was read twice, with two plates', [0, 60], [1, null], false],
  ['both passes were', [0, 60], [1, 61], false],
  ['they came together and left apart', [0, 60], [1, 75], true],
  ['one left while the other was in', [null, 40], [0, 60], true],
  ['one left unseen, and the other comes the next day', [0, null], [1500, 1560], false],
])('two plates are of two cars only if both were in: %s', (_, a, b, expected) => {
  expect(areTwoCars(seen(a), seen(b))).toBe(expected);
  expect(areTwoCars(seen(b), seen(a))).toBe(expected);
});

test.each<[Minutes, Minutes, boolean]>([
  [[0, null], [null, 60], true],
  [[60, null], [null, 0], false],
  [[0, 30], [null, 60], false],
  [[0, null], [30, null], false],
])('%j and %j are the halves of one stay: %s', (a, b, expected) => {
  expect(completes(seen(a), seen(b))).toBe(expected);
  expect(completes(seen(b), seen(a))).toBe(expected);
});

const nextDay: Minutes = [1300, 1600];
test.each<[string, Minutes, readonly Minutes[], boolean]>([
  ['left, and came again', [0, null], [[null, 500], nextDay], false],
  [
    'was read twice when it came, left unseen, and came again',
    [1, null],
    [[0, null], nextDay],
    false,
  ],
  ['was read twice when it came, and came again', [1, null], [[0, 500], nextDay], false],
  [
    'left twice meanwhile',
    [0, null],
    [
      [100, 300],
      [null, 500],
    ],
    true,
  ],
  [
    'was in before and after',
    [0, null],
    [
      [-60, 500],
      [510, 600],
    ],
    true,
  ],
  ['came within a day of an entrance alone', [0, null], [nextDay], true],
])('a car with a plate like that of a visit, which %s', (_, visit, own, expected) => {
  expect(wasBeside(seen(visit), own.map(seen))).toBe(expected);
});
