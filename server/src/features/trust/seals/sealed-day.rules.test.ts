import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { chooseSealedDay } from './sealed-day.rules.ts';

const choose = (now: string, ...zones: string[]) => chooseSealedDay(fromIso(now), zones);

test('a day is sealed when it has been over for an hour at the westernmost property', () => {
  const zones = ['America/New_York', 'Pacific/Honolulu'];
  // June 15 ends in New York at 04:00 UTC, in Honolulu at 10:00.
  expect(choose('2026-06-16T05:00:00Z', ...zones)).toBe('2026-06-14');
  expect(choose('2026-06-16T10:59:59Z', ...zones)).toBe('2026-06-14');
  expect(choose('2026-06-16T11:00:00Z', ...zones)).toBe('2026-06-15');
  expect(choose('2026-06-16T05:00:00Z', 'America/New_York')).toBe('2026-06-15');
});

test('a day that has 25 hours ends an hour later', () => {
  // Clocks are set back at 06:00 UTC on November 1, so the day ends at 05:00 UTC of the next.
  expect(choose('2026-11-02T05:59:59Z', 'America/New_York')).toBe('2026-10-31');
  expect(choose('2026-11-02T06:00:00Z', 'America/New_York')).toBe('2026-11-01');
});

test('an organization without properties has its days by UTC', () => {
  expect(choose('2026-06-16T00:59:59Z')).toBe('2026-06-14');
  expect(choose('2026-06-16T01:00:00Z')).toBe('2026-06-15');
});
