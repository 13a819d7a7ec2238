import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { daysInSight, formatTitle, readPosition, stepped } from './calendar.rules.ts';

const on = (view: 'week' | 'day' | 'month', date: string) => ({ view, date: date as LocalDate });

test('a week runs from Sunday to Saturday, even for its own Sunday and Saturday', () => {
  // November 15, 2026 is a Sunday.
  const week = { start: '2026-11-15', end: '2026-11-21' };
  for (const date of ['2026-11-15', '2026-11-18', '2026-11-21']) {
    expect(daysInSight(on('week', date))).toEqual(week);
  }
});

test('a month shows whole weeks', () => {
  expect(daysInSight(on('month', '2026-11-30'))).toEqual({
    start: '2026-11-01',
    end: '2026-12-05',
  });
  // February 2026 begins on a Sunday and ends on a Saturday.
  expect(daysInSight(on('month', '2026-02-10'))).toEqual({
    start: '2026-02-01',
    end: '2026-02-28',
  });
});

test('a calendar step is a day, a week, or a month, across the ends of months and years', () => {
  expect(stepped(on('day', '2026-12-31'), 1)).toBe('2027-01-01');
  expect(stepped(on('week', '2026-03-04'), -1)).toBe('2026-02-25');
  expect(stepped(on('month', '2026-10-31'), 1)).toBe('2026-11-01');
  expect(stepped(on('month', '2026-01-31'), -1)).toBe('2025-12-01');
});

test('the calendar’s title shows the visible dates', () => {
  expect(formatTitle(on('day', '2026-11-21'))).toBe('Saturday, November 21, 2026');
  expect(formatTitle(on('week', '2026-12-31'))).toBe('Dec 27 – Jan 2, 2027');
  expect(formatTitle(on('month', '2026-11-21'))).toBe('Nov 2026');
});

test('the URL sets the calendar’s view and date, and invalid values fall back to the default', () => {
  const usual = on('week', '2026-06-15');
  expect(readPosition({}, usual)).toEqual(usual);
  expect(readPosition({ view: 'month', date: '2027-01-31' }, usual)).toEqual({
    view: 'month',
    date: '2027-01-31',
  });
  for (const date of ['2026-02-30', 'today', '0001-01-01', '9999-12-31']) {
    expect(readPosition({ view: 'year', date }, usual)).toEqual(usual);
  }
});
