import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { chosenSpot, findToday, listPresets, readRange } from './report-ranges.ts';

const today = '2026-03-17' as LocalDate;
const thisMonth = { start: '2026-03-01', end: today };

test('a report covers the month to date when the URL has no dates', () => {
  expect(readRange({}, today)).toEqual(thisMonth);
});

test('a report covers the range in the URL', () => {
  const filters = { startDate: '2024-02-29', endDate: '2024-03-01' };
  expect(readRange(filters, today)).toEqual({ start: '2024-02-29', end: '2024-03-01' });
});

test.each(['2026-02-30', '2018-12-31', '2026-03-18', '3/1/2026', '', '2026-03-01T00:00'])(
  'a report uses the default for the day %j in the URL and keeps the other day',
  (wrong) => {
    expect(readRange({ startDate: wrong, endDate: '2026-03-05' }, today)).toEqual({
      start: '2026-03-01',
      end: '2026-03-05',
    });
    expect(readRange({ startDate: '2026-01-05', endDate: wrong }, today)).toEqual({
      start: '2026-01-05',
      end: today,
    });
  },
);

test('a report covers the month to date when the days in the URL are in the wrong order', () => {
  expect(readRange({ startDate: '2026-03-05', endDate: '2026-03-04' }, today)).toEqual(thisMonth);
  expect(readRange({ startDate: 'x', endDate: '2026-02-04' }, today)).toEqual(thisMonth);
});

test('today is the date in a property’s time zone, and the latest date for several properties', () => {
  const atTurn = fromIso('2026-11-01T05:00:00Z');
  const newYork = { timezone: 'America/New_York' };
  const honolulu = { timezone: 'Pacific/Honolulu' };
  expect(findToday([newYork], atTurn)).toBe('2026-11-01');
  expect(findToday([honolulu], atTurn)).toBe('2026-10-31');
  expect(findToday([newYork, honolulu], atTurn)).toBe('2026-11-01');
});

test('a property in the URL is found only by its exact number', () => {
  const spots = [{ pk: 4 }, { pk: 40 }];
  const named = (spotPk: string) => chosenSpot(spots, { spotPk })?.pk ?? null;
  expect(['40', '4', '5', '', '4 ', '04'].map(named)).toEqual([40, 4, null, null, null, null]);
});

test('the presets for last month and last year cover them from the first to the last day', () => {
  const ranges = new Map(listPresets(today).map(({ label, range }) => [label, range]));
  expect(ranges.get('Last month')).toEqual({ start: '2026-02-01', end: '2026-02-28' });
  expect(ranges.get('Last year')).toEqual({ start: '2025-01-01', end: '2025-12-31' });
  const inJanuary = listPresets('2026-01-31' as LocalDate);
  expect(inJanuary.find(({ label }) => label === 'Last month')?.range).toEqual({
    start: '2025-12-01',
    end: '2025-12-31',
  });
});

test('weeks of the presets are from Monday to Sunday, also on a Sunday', () => {
  const find = (day: string) =>
    listPresets(day as LocalDate)
      .filter(({ label }) => label.endsWith(' week'))
      .map(({ range }) => range);
  const last = { start: '2026-11-16', end: '2026-11-22' };
  expect(find('2026-11-23')).toEqual([{ start: '2026-11-23', end: '2026-11-23' }, last]);
  expect(find('2026-11-29')).toEqual([{ start: '2026-11-23', end: '2026-11-29' }, last]);
});
