import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import { areTwoCars, completes } from './alike-cars.rules.ts';

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
