import { describe, expect, test } from 'vitest';
import { listHolidays } from './holidays.ts';

const dayOf = (year: number, name: string, state = 'AZ') =>
  listHolidays(year, state).find((one) => one.name === name)?.date;

describe('holidays', () => {
  test('the holidays of 2026 are on their calendar dates', () => {
    expect(dayOf(2026, 'Martin Luther King Jr. Day')).toBe('2026-01-19');
    expect(dayOf(2026, 'Memorial Day')).toBe('2026-05-25');
    expect(dayOf(2026, 'Labor Day')).toBe('2026-09-07');
    expect(dayOf(2026, 'Thanksgiving')).toBe('2026-11-26');
    expect(dayOf(2026, 'Day after Thanksgiving')).toBe('2026-11-27');
  });

  test('Memorial Day of 2027 is on May 31, the last Monday of the month', () => {
    expect(dayOf(2027, 'Memorial Day')).toBe('2027-05-31');
  });

  test.each([
    [2008, '2008-03-23'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
  ])('Easter of %i is on %s', (year, date) => {
    expect(dayOf(year, 'Easter Sunday')).toBe(date);
  });

  test('a holiday on a weekend is observed on the nearest weekday, also across the turn of the year', () => {
    expect(dayOf(2026, 'Independence Day (observed)')).toBe('2026-07-03');
    expect(dayOf(2023, "New Year's Day (observed)")).toBe('2023-01-02');
    expect(dayOf(2021, "New Year's Day (observed)")).toBe('2021-12-31');
    expect(dayOf(2025, 'Independence Day (observed)')).toBeUndefined();
  });

  test('a state has its own holidays', () => {
    expect(dayOf(2026, "Patriots' Day", 'MA')).toBe('2026-04-20');
    expect(dayOf(2026, "Patriots' Day", 'AZ')).toBeUndefined();
    expect(dayOf(2026, 'Mardi Gras', 'LA')).toBe('2026-02-17');
    expect(listHolidays(2026, 'ZZ')).toHaveLength(21);
  });

  test('nine holidays are days off for most people', () => {
    expect(listHolidays(2026, 'AZ').filter((one) => one.rest)).toHaveLength(9);
  });
});
