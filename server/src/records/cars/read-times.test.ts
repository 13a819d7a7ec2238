import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { judgeReadTime } from './read-times.ts';

const received_at = fromIso('2026-06-15T19:00:00Z');
const since = fromIso('2024-03-01T00:00:00Z');
const hour = 3_600_000;

test.each([
  ['a moment ago', '2026-06-15T18:59:58Z', 0, true],
  ['five minutes ahead', '2026-06-15T19:05:00Z', 0, true],
  ['more than five minutes ahead', '2026-06-15T19:05:01Z', 0, false],
  ['an hour ahead by a clock that is known to be', '2026-06-15T20:00:00Z', hour, true],
  ['a year ago', '2025-06-15T19:00:00Z', 0, true],
  ['the day before the property was set up', '2024-02-29T00:00:00Z', 0, true],
  ['long before the property was set up', '2024-02-28T23:59:59Z', 0, false],
  ['the year 1', '0001-01-01T00:00:00Z', 0, false],
  ['1970', '1970-01-01T00:00:00Z', 0, false],
  ['2037', '2037-01-01T00:00:00Z', 0, false],
  ['9999', '9999-12-31T23:59:59Z', 0, false],
])('a read of %s counts at its time or its arrival', (_, text, clock_offset_ms, isTime) => {
  const claimed_at = fromIso(text);
  expect(judgeReadTime(claimed_at, { received_at, since, clock_offset_ms })).toEqual({
    captured_at: isTime ? claimed_at : received_at,
    time_of_arrival: !isTime,
    claimed_at,
  });
});

test.each([
  ['2014-12-30T23:59:59Z', true],
  ['2015-06-01T00:00:00Z', false],
])('without a property, a read of %s is too early: %j', (text, time_of_arrival) => {
  expect(
    judgeReadTime(fromIso(text), { received_at, since: null, clock_offset_ms: 0 }),
  ).toMatchObject({ time_of_arrival });
});

test('a read without a time counts at its arrival', () => {
  expect(judgeReadTime(null, { received_at, since, clock_offset_ms: 0 })).toEqual({
    captured_at: received_at,
    time_of_arrival: true,
    claimed_at: null,
  });
});
