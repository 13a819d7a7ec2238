import { expect, test } from 'vitest';
import type { LocalDate } from '../kernel/calendar.ts';
import type { AppealRule } from './appeal-rules.ts';
import { findDueDay, findLastDay, findStateRule, stateRules } from './appeal-rules.ts';

const day = (text: string) => text as LocalDate;

const rule = (valid_from: string, days: number | null): AppealRule => ({
  state: 'FL',
  valid_from: day(valid_from),
  days_to_appeal: days,
  days_to_decide: days,
  wording: null,
  source: 'A statute',
  source_url: 'https://example.com/',
  day_source: 'A legislature',
  day_source_url: 'https://example.com/',
  looked_up_on: day('2026-11-27'),
});

test('a violation has the newest rule of its state that was valid on its day', () => {
  const rules = [rule('2026-01-01', 20), rule('2024-07-01', 15)];
  const find = (state: string, on: string) =>
    findStateRule(state, day(on), rules)?.days_to_appeal ?? null;
  expect([
    find('FL', '2024-06-30'),
    find('FL', '2024-07-01'),
    find('FL', '2025-12-31'),
    find('FL', '2026-01-01'),
    find('AZ', '2026-01-01'),
  ]).toEqual([null, 15, 15, 20, null]);
});

test('days are counted from the violation and from the appeal, and without a rule an answer takes 14', () => {
  const known = rule('2024-07-01', 5);
  expect(findLastDay(known, day('2026-06-28'))).toBe('2026-07-03');
  expect(findDueDay(known, day('2026-06-28'))).toBe('2026-07-03');
  const unknown = rule('2024-07-01', null);
  for (const other of [unknown, null]) {
    expect(findLastDay(other, day('2026-06-28'))).toBeNull();
    expect(findDueDay(other, day('2026-06-28'))).toBe('2026-07-12');
  }
});

test('each rule and its first day have a source with a number, and there is one per state and day', () => {
  for (const { source, source_url, day_source, day_source_url } of stateRules) {
    for (const name of [source, day_source]) expect(name).toMatch(/\d/);
    for (const url of [source_url, day_source_url]) expect(url).toMatch(/^https:\/\//);
  }
  const keys = stateRules.map(({ state, valid_from }) => `${state} ${valid_from}`);
  expect(new Set(keys).size).toBe(keys.length);
});
