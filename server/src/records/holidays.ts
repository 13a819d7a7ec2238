import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, getWeekday } from '@lotkeeper/contract/kernel/calendar';

/** A day that the calendar of a state names. */
export interface Holiday {
  date: LocalDate;
  name: string;
  /** Most people have the day off, so that offices are empty. */
  rest: boolean;
}

/** Returns the day when a holiday falls in a year. */
type Rule = (year: number) => LocalDate;
type HolidayRule = readonly [name: string, on: Rule];

const getFirstDay = (year: number, month: number) =>
  `${year}-${String(month).padStart(2, '0')}-01` as LocalDate;

const fixed =
  (monthDay: string): Rule =>
  (year) =>
    `${year}-${monthDay}` as LocalDate;

/** The nth weekday of a month, 1 = Monday. */
const nth =
  (count: number, weekday: number, month: number): Rule =>
  (year) => {
    const first = getFirstDay(year, month);
    return addDays(first, ((weekday - getWeekday(first) + 7) % 7) + (count - 1) * 7);
  };

const last =
  (weekday: number, month: number): Rule =>
  (year) => {
    const end = addDays(addMonths(getFirstDay(year, month), 1), -1);
    return addDays(end, -((getWeekday(end) - weekday + 7) % 7));
  };

const after =
  (days: number, rule: Rule): Rule =>
  (year) =>
    addDays(rule(year), days);

/** Easter Sunday of the Gregorian calendar, by the method of Meeus, Jones and Butcher. */
const easter: Rule = (year) => {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const skipped = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + skipped + 15) % 30;
  const moon = epact - Math.floor((golden + 11 * epact) / 319);
  const leaps = 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - (year % 4);
  const sunday = (leaps - moon + 32) % 7;
  const month = Math.floor((moon + sunday + 90) / 25);
  return addDays(getFirstDay(year, month), ((moon + sunday + month + 19) % 32) - 1);
};

const thanksgiving = nth(4, 4, 11);

/** Federal holidays on a day of the month: on a weekend, offices close on the weekday beside it. */
const fixedRest: readonly HolidayRule[] = [
  ["New Year's Day", fixed('01-01')],
  ['Juneteenth', fixed('06-19')],
  ['Independence Day', fixed('07-04')],
  ['Christmas Day', fixed('12-25')],
];

const rest: readonly HolidayRule[] = [
  ['Martin Luther King Jr. Day', nth(3, 1, 1)],
  ["Presidents' Day", nth(3, 1, 2)],
  ['Memorial Day', last(1, 5)],
  ['Labor Day', nth(1, 1, 9)],
  ['Thanksgiving', thanksgiving],
];

/** Federal holidays when most people work, and days that are observed without being holidays. */
const observances: readonly HolidayRule[] = [
  ["Valentine's Day", fixed('02-14')],
  ['Good Friday', after(-2, easter)],
  ['Easter Sunday', easter],
  ["Mother's Day", nth(2, 7, 5)],
  ["Father's Day", nth(3, 7, 6)],
  ['Columbus Day', nth(2, 1, 10)],
  ['Halloween', fixed('10-31')],
  ['Veterans Day', fixed('11-11')],
  ['Day after Thanksgiving', after(1, thanksgiving)],
  ['Christmas Eve', fixed('12-24')],
  ["New Year's Eve", fixed('12-31')],
];

const patriotsDay: HolidayRule = ["Patriots' Day", nth(3, 1, 4)];
const mardiGras: HolidayRule = ['Mardi Gras', after(-47, easter)];

/** Holidays of single states, as their statutes name them. */
const ofStates: Readonly<Record<string, readonly HolidayRule[]>> = {
  AK: [
    ["Seward's Day", last(1, 3)],
    ['Alaska Day', fixed('10-18')],
  ],
  AL: [mardiGras],
  CA: [['César Chávez Day', fixed('03-31')]],
  CO: [['Frances Xavier Cabrini Day', nth(1, 1, 10)]],
  DC: [['Emancipation Day', fixed('04-16')]],
  HI: [
    ['Prince Kūhiō Day', fixed('03-26')],
    ['King Kamehameha Day', fixed('06-11')],
    ['Statehood Day', nth(3, 5, 8)],
  ],
  IL: [["Lincoln's Birthday", fixed('02-12')]],
  LA: [mardiGras],
  MA: [patriotsDay],
  ME: [patriotsDay],
  NV: [['Nevada Day', last(5, 10)]],
  NY: [["Lincoln's Birthday", fixed('02-12')]],
  RI: [['Victory Day', nth(2, 1, 8)]],
  TX: [
    ['Texas Independence Day', fixed('03-02')],
    ['San Jacinto Day', fixed('04-21')],
  ],
  UT: [['Pioneer Day', fixed('07-24')]],
  VT: [
    ['Town Meeting Day', nth(1, 2, 3)],
    ['Bennington Battle Day', fixed('08-16')],
  ],
  WV: [['West Virginia Day', fixed('06-20')]],
};

/** The weekday when offices close for a holiday on a weekend; null when it is on a weekday. */
function observed({ date, name }: Holiday): Holiday | null {
  const shift = { 6: -1, 7: 1 }[getWeekday(date)];
  return shift ? { date: addDays(date, shift), name: `${name} (observed)`, rest: false } : null;
}

const toHolidays = (rules: readonly HolidayRule[], year: number, isRest: boolean): Holiday[] =>
  rules.map(([name, on]) => ({ date: on(year), name, rest: isRest }));

/** The holidays of a year in a state of the United States, by its two letters, in the order of their dates. */
export function listHolidays(year: number, state: string): Holiday[] {
  const dated = toHolidays(fixedRest, year, true);
  // New Year's Day on a Saturday is observed in the year before.
  const [next] = toHolidays(fixedRest.slice(0, 1), year + 1, true);
  const shifted = [...dated, ...(next ? [next] : [])]
    .map(observed)
    .filter((holiday) => holiday?.date.startsWith(String(year)));
  return [
    ...dated,
    ...shifted.filter((holiday) => holiday !== null),
    ...toHolidays(rest, year, true),
    ...toHolidays([...observances, ...(ofStates[state] ?? [])], year, false),
  ].sort((a, b) => a.date.localeCompare(b.date));
}
