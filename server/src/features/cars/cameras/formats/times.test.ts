import { toIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { inZone, parseTime } from './times.ts';

const inPhoenix = (value: unknown) => {
  const at = parseTime(value);
  return at === null ? null : toIso(inZone(at, 'America/Phoenix'));
};

test.each([
  ['2026-06-15T18:59:58.250000Z', '2026-06-15T18:59:58.250Z'],
  ['2026-06-15 11:59:58.25-07:00', '2026-06-15T18:59:58.250Z'],
  ['2026-06-15 18:59:58.25+0000', '2026-06-15T18:59:58.250Z'],
  ['2026-06-15 18:59+00', '2026-06-15T18:59:00.000Z'],
  ['2026-06-15 11:59:58.250999', '2026-06-15T18:59:58.250Z'],
  [1_781_549_996, '2026-06-15T18:59:56.000Z'],
  [1_781_549_996.25, '2026-06-15T18:59:56.250Z'],
  [1_781_549_996_120, '2026-06-15T18:59:56.120Z'],
  ['1781549996120', '2026-06-15T18:59:56.120Z'],
  ['1781549996120000000', '2026-06-15T18:59:56.120Z'],
])('the time %j is read as %s', (written, moment) => {
  expect(inPhoenix(written)).toBe(moment);
});

test.each([
  ['2026-02-30T10:00:00Z'],
  ['2026-06-15T25:00:00Z'],
  ['2026-06-15'],
  ['soon'],
  [''],
  [null],
  [undefined],
  [0],
  [-5],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  [1e30],
  [{}],
])('the time %j is not accepted', (written) => {
  expect(parseTime(written)).toBeNull();
});

test('a local time that occurs twice when the clocks go back is the first of the two', () => {
  const at = parseTime('2026-11-01 01:30:00');
  expect(at && toIso(inZone(at, 'America/New_York'))).toBe('2026-11-01T05:30:00.000Z');
});
