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
