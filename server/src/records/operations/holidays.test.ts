import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { listHolidays } from './holidays.ts';

const day = (date: string) => date as LocalDate;

/** The holidays of a year at a location. */
const listYear = (year: number, state: string, timezone: string) =>
  listHolidays(
    { from: day(`${year}-01-01`), to: day(`${year}-12-31`) },
    { state, timezone: timezone },
  );

test.each([
  ['2026-11-26', 'Thanksgiving Day', 'AZ', 'America/Phoenix'],
  ['2026-11-27', 'Day after Thanksgiving Day', 'AZ', 'America/Phoenix'],
  ['2027-05-31', 'Memorial Day', 'AZ', 'America/Phoenix'],
  ['2026-09-07', 'Labor Day', 'AZ', 'America/Phoenix'],
  ['2026-04-03', 'Good Friday', 'AZ', 'America/Phoenix'],
  ['2038-04-25', 'Easter Sunday', 'AZ', 'America/Phoenix'],
  ['2026-03-31', 'César Chávez Day', 'CA', 'America/Los_Angeles'],
  ['2026-04-20', "Patriots' Day", 'MA', 'America/New_York'],
  ['2026-02-17', 'Mardi Gras', 'LA', 'America/Chicago'],
  ['2026-02-02', 'Constitution Day', 'CX', 'America/Mexico_City'],
  ['2026-09-16', 'Independence Day', 'JC', 'America/Mexico_City'],
  ['2026-05-18', 'Victoria Day', 'ON', 'America/Toronto'],
  ['2026-02-16', 'Family Day', 'ON', 'America/Toronto'],
  ['2026-10-12', 'Thanksgiving', 'BC', 'America/Vancouver'],
  ['2026-06-24', 'National Holiday', 'QC', 'America/Toronto'],
])('%s is %s in %s (%s)', async (date, name, state, timezone) => {
  const holidays = await listYear(Number(date.slice(0, 4)), state, timezone);
  expect(holidays.filter((holiday) => holiday.name === name)).toMatchObject([{ date }]);
});

test('a holiday of one state is not one of its neighbors', async () => {
  const names = (await listYear(2026, 'NH', 'America/New_York')).map(({ name }) => name);
  expect(names).toContain('Memorial Day');
  expect(names).not.toContain("Patriots' Day");
});

test.each([
  ['NL', 'America/St_Johns', "Orangemen's Day"],
  ['NL', 'America/Monterrey', 'Revolution Day'],
  ['BC', 'America/Vancouver', 'Family Day'],
  ['BC', 'America/Tijuana', 'Revolution Day'],
  ['CO', 'America/Denver', 'Thanksgiving Day'],
  ['CO', 'America/Monterrey', 'Revolution Day'],
])(
  'the letters %s name the state in the country of the zone %s, with its %s',
  async (state, timezone, name) => {
    expect((await listYear(2026, state, timezone)).map((holiday) => holiday.name)).toContain(name);
  },
);

test.each([
  ['2026-07-03', 'Independence Day (observed)'],
  ['2023-01-02', "New Year's Day (observed)"],
  ['2021-12-31', "New Year's Day (observed)"],
])('%s is %s: a holiday on a weekend is observed on the nearest weekday', async (date, name) => {
  const holidays = await listYear(Number(date.slice(0, 4)), 'AZ', 'America/Phoenix');
  expect(holidays.find((holiday) => holiday.name === name)).toEqual({ date, name, rest: false });
});

test('a range across New Year has the holidays of both years, and none outside it', async () => {
  const span = { from: day('2026-12-24'), to: day('2027-01-01') };
  const holidays = await listHolidays(span, {
    state: 'WI',
    timezone: 'America/Chicago',
  });
  expect(holidays.map(({ date }) => date)).toEqual([
    '2026-12-24',
    '2026-12-25',
    '2026-12-31',
    '2027-01-01',
  ]);
});

test('the eleven federal holidays are days off, and days that move no cars are not listed', async () => {
  const holidays = await listYear(2026, '', 'America/Phoenix');
  expect(holidays.filter(({ rest }) => rest)).toHaveLength(11);
  expect(holidays.map(({ name }) => name)).not.toContain('Tax Day');
});
