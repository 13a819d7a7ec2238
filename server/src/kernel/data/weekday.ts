import type { Fragment, Sql } from './database.ts';

/**
 * The weekday of a local date, 1 = Monday. Counts whole days since a Monday, because extract()
 * returns a numeric for every row and takes several times as long.
 */
export const weekdayText = (date: string) => `(mod(${date} - date '0001-01-01', 7) + 1)`;

export const toWeekday = (sql: Sql, date: string): Fragment => sql.unsafe(weekdayText(date));
