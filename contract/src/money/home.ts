import * as z from 'zod/mini';
import { adminAndAccountant, inOrganization } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/calendar.ts';
import { addDays, addMonths, startOfMonth } from '../kernel/calendar.ts';
import type { AnswerOf } from '../kernel/endpoint.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { centsField } from '../kernel/money.ts';
import { reportRefreshSeconds } from './reports.ts';

/** Days of a property's trend, which ends yesterday. */
export const trendDays = 28;

/**
 * The ranges of days that a home shows on a day: today, yesterday and the same weekday before it, the month so far, and
 * in the month before the days up to yesterday's, since today isn't over. A shorter month before ends with its last day;
 * on a month's first day there is nothing to compare yet, and its range ends before it begins.
 */
export function findHomeRanges(today: LocalDate) {
  const month = startOfMonth(today);
  const before = addMonths(month, -1);
  const sameDay = addDays(before, Number(today.slice(8)) - 2);
  const last = addDays(month, -1);
  const day = (date: LocalDate) => ({ start_date: date, end_date: date });
  return {
    today: day(today),
    yesterday: day(addDays(today, -1)),
    week_before: day(addDays(today, -8)),
    month: { start_date: month, end_date: today },
    month_before: { start_date: before, end_date: sameDay > last ? last : sameDay },
  };
}

const sums = z.object({
  start_date: localDateText,
  end_date: localDateText,
  gross: centsField,
  net: centsField,
});

const comparedDay = z.extend(sums, { holiday: z.nullable(z.string()) });

const homeProperty = z.object({
  pk: z.int(),
  today: sums,
  yesterday: comparedDay,
  week_before: comparedDay,
  month: sums,
  month_before: sums,
  trend: z.array(centsField),
});
export type HomeProperty = z.infer<typeof homeProperty>;

export const getHome = endpoint({
  method: 'GET',
  path: '/api/reports/home',
  summary: 'Today, yesterday and the month so far at each property, each with what came before',
  access: inOrganization('query.organization', adminAndAccountant),
  query: z.strictObject({ organization: pkOrUuidText }),
  answer: z.object({ properties: z.array(homeProperty) }),
  freshFor: reportRefreshSeconds,
  failure: 'Could not fetch the figures',
});
export type Home = AnswerOf<typeof getHome>;

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  properties: 'Each property, by name, hidden ones too, by its own calendar.',
  today: 'Today so far.',
  yesterday: 'Yesterday.',
  week_before: 'The same weekday a week before yesterday.',
  holiday: 'The holiday when most people there have the day off; null on other days.',
  month: 'This month, through today.',
  month_before:
    'The days of the month before up to yesterday’s; on the first of a month it ends before it begins.',
  gross: 'What drivers paid, in cents.',
  net: 'Net revenue, in cents.',
  trend: `Net revenue of each of the ${trendDays} days through yesterday, in cents.`,
};
