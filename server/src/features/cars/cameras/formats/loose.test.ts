import { expect, test } from 'vitest';
import { toText } from './loose.ts';

test.each([
  [' North\ngate\u0000 ', 'North gate'],
  ['g\u202enp\u200b\u2060\ufeff', 'gnp'],
  ['\u200b', null],
  [7, '7'],
])('%j of a camera is %j', (given, text) => {
  expect(toText(given)).toBe(text);
});
