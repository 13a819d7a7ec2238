/** The days of a week from Monday on. */
export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** The name of a day by its number in ISO 8601: 1 = Monday to 7 = Sunday. */
export const getWeekdayName = (dow: number): string => weekdayNames[dow - 1] ?? '';
