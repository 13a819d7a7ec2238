import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { SavedReport } from '@lotkeeper/contract/money/custom-reports';
import { reportMeasureNames } from '@lotkeeper/contract/money/custom-reports';
import { expect, test } from 'vitest';
import {
  findEarlierSetup,
  groupName,
  isEmptyReport,
  readSetup,
  savedInWords,
  searchOfSaved,
  shownValue,
  toSearch,
} from './custom-reports.rules.ts';

const today = '2026-03-01' as LocalDate;
const lastFour = { range: 'last_28_days', start: '2026-02-02', end: '2026-03-01' };

test('a URL without valid settings shows gross, net, and rentals by day for the last 28 days', () => {
  const measures = ['gross', 'net', 'rentals'];
  const usual = { measures, group: 'day', ...lastFour, per: 'total' };
  expect(readSetup({}, today)).toEqual(usual);
  const nonsense = { measures: 'gross,toString', group: 'valueOf', range: 'constructor' };
  expect(readSetup({ ...nonsense, startDate: '2026-02-30' }, today)).toEqual(usual);
});

test.each([
  ['in the future', '2026-02-01', '2026-03-02'],
  ['backwards', '2026-02-02', '2026-02-01'],
  ['before 2019', '2018-12-31', '2019-01-01'],
  ['longer than three years', '2023-02-28', '2026-03-01'],
])('chosen dates that are %s are ignored', (_, startDate, endDate) => {
  expect(readSetup({ range: 'fixed', startDate, endDate }, today)).toMatchObject(lastFour);
});

test('relative ranges follow the calendar, and fixed dates stay', () => {
  // March 1, 2026, is a Sunday.
  expect(readSetup({ range: 'last_week' }, today)).toMatchObject({
    start: '2026-02-16',
    end: '2026-02-22',
  });
  expect(readSetup({ range: 'last_month' }, today)).toMatchObject({
    start: '2026-02-01',
    end: '2026-02-28',
  });
  const fixed = { range: 'fixed', startDate: '2023-03-02', endDate: '2026-03-01' };
  expect(readSetup(fixed, today)).toMatchObject({ start: '2023-03-02', end: '2026-03-01' });
  expect(toSearch(readSetup(fixed, today))).toMatchObject(fixed);
});

test('occupancy is left out where it’s meaningless, and gross is shown instead', () => {
  const by = (measures: string) => readSetup({ measures, group: 'source' }, today).measures;
  expect(by('net,occupancy')).toEqual(['net']);
  expect(by('occupancy')).toEqual(['gross']);
});

test('hours cover only the last year of a longer range, without occupancy', () => {
  const long = { range: 'fixed', startDate: '2024-01-01', endDate: '2025-12-31' };
  expect(readSetup({ ...long, group: 'hour' }, today)).toMatchObject({ start: '2024-12-31' });
  const { start, measures } = readSetup({ ...long, measures: 'gross,occupancy' }, today);
  expect([start, measures]).toEqual(['2024-01-01', ['gross']]);
});

test('a daily mean is shown only by weekday and by hour', () => {
  expect(readSetup({ group: 'hour', per: 'day' }, today).per).toBe('day');
  expect(readSetup({ group: 'month', per: 'day' }, today).per).toBe('total');
  const four = { days: 4, values: { gross: cents(1000), average_stay: 90, occupancy: null } };
  expect(shownValue(four, 'occupancy', 'day')).toBeNull();
  const values = Object.fromEntries(reportMeasureNames.map((name) => [name, 100]));
  const perDay = reportMeasureNames.map((name) => shownValue({ days: 4, values }, name, 'day'));
  const expected = {
    gross: 25,
    net: 25,
    refunds: 25,
    rentals: 25,
    average_stay: 100,
    occupancy: 100,
  };
  expect(
    Object.fromEntries(reportMeasureNames.map((name, index) => [name, perDay[index]])),
  ).toEqual(expected);
  expect(shownValue({ ...four, days: 0 }, 'gross', 'day')).toBeNull();
  expect(shownValue(four, 'gross', 'total')).toBe(1000);
});

test.each([
  ['day', '2026-02-09', 'Feb 9'],
  ['week', '2026-02-09', 'Week of Feb 9, 2026'],
  ['month', '2026-02-01', 'Feb 2026'],
  ['weekday', '7', 'Sunday'],
  ['hour', '17', '5 PM'],
  ['rental_type', 'bulk_rental', 'Tenants'],
  ['source', 'spothero', 'SpotHero'],
  ['source', 'enforcement', 'Enforcement'],
  ['source', 'valet', 'Valet'],
  ['source', 'north_gate', 'North gate'],
  ['source', 'toString', 'ToString'],
])('the group by %s of %s is labeled %s', (group, key, name) => {
  const setup = { group, start: '2026-01-01', end: '2026-03-01' };
  expect(groupName(setup as never, key)).toBe(name);
  if (group === 'day')
    expect(groupName({ ...setup, start: '2025-12-01' } as never, key)).toBe(`${name}, 2026`);
});

test('a saved report opens as it was saved and is described in words', () => {
  const saved: SavedReport = {
    pk: 1,
    name: 'Rush',
    measures: ['gross', 'occupancy'],
    group: 'hour',
    range: 'this_month',
    start_date: null,
    end_date: null,
  };
  const search = { measures: 'gross,occupancy', group: 'hour', range: 'this_month' };
  expect(searchOfSaved(saved)).toEqual(search);
  expect(savedInWords(saved, ['Gross revenue', 'Occupancy'])).toBe(
    'Gross revenue, Occupancy by hour of the day, this month',
  );
});

test('a report without any figures is empty, and one with only a refund isn’t', () => {
  const of = (net: number) => ({
    groups: [{ key: '2026-02-09', days: 1, values: { net: cents(net), occupancy: null } }],
    total: { days: 1, values: {} },
  });
  expect([isEmptyReport(of(0)), isEmptyReport(of(-500))]).toEqual([true, false]);
});

test('a report is compared with days whole weeks before it, if groups match and those days exist', () => {
  const setup = readSetup({}, today);
  expect(findEarlierSetup(setup)).toEqual({ ...setup, start: '2026-01-05', end: '2026-02-01' });
  const thirty = readSetup({ range: 'last_30_days' }, today);
  expect(thirty).toMatchObject({ start: '2026-01-31', end: '2026-03-01' });
  expect(findEarlierSetup(thirty)).toMatchObject({ start: '2025-12-27', end: '2026-01-25' });
  expect(findEarlierSetup({ ...setup, group: 'hour' })).toMatchObject({ start: '2026-01-05' });
  expect(findEarlierSetup({ ...setup, group: 'month' })).toBeNull();
  expect(findEarlierSetup({ ...setup, group: 'week' })).toBeNull();
  expect(findEarlierSetup({ ...setup, start: '2019-01-05' as LocalDate })).toBeNull();
});
