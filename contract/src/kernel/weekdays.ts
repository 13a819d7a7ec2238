/** The days of the week, starting on Monday. */
export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** The name of a day by its ISO 8601 number: 1 = Monday to 7 = Sunday. */
export const getWeekdayName = (dow: number): string => weekdayNames[dow - 1] ?? '';

/** The numbers of the days in the order that pages show them: a week begins on Sunday. */
export const weekOrder = [7, 1, 2, 3, 4, 5, 6] as const;

export const fromSunday = <Row extends { dow: number }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (a.dow % 7) - (b.dow % 7));
