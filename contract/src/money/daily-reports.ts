import * as z from 'zod/mini';
import { adminAndAccountant, atSpot } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { centsField } from '../kernel/money.ts';
import { earliestYear, monthText, yearText } from '../kernel/month-year.ts';
import { reportedTypeNames } from './reported-types.ts';
import { reportRefreshSeconds } from './reports.ts';

/** Months on the monthly line chart, ending with the selected one. */
export const monthlyReportMonths = 12;
/** Days before today whose rentals are counted by weekday and by hour: each weekday twice. */
export const usageDays = 14;

/**
 * Revenue over a span of days. Every amount is a sum over the ledger (docs/money.md); also formatted, as `$12.50`.
 */
export const figures = z.object({
  count_of_rentals: z.int(),
  gross_revenue: centsField,
  gross_revenue_formatted: z.string(),
  count_of_refunds: z.int(),
  refund_amount: centsField,
  refund_amount_formatted: z.string(),
  tax_amount: centsField,
  tax_amount_formatted: z.string(),
  client_payment_processing_fee: centsField,
  client_payment_processing_fee_formatted: z.string(),
  adjusted_revenue: centsField,
  adjusted_revenue_formatted: z.string(),
  contribution_amount_exclude_tax: centsField,
  contribution_amount_exclude_tax_formatted: z.string(),
  net_revenue: centsField,
  net_revenue_formatted: z.string(),
});
export type Figures = z.infer<typeof figures>;

/** The figures of a day, or of a month by its first day, in the property's calendar. */
export const datedFigures = z.extend(figures, { date: z.string() });
export type DatedFigures = z.infer<typeof datedFigures>;

export const dailyReports = z.object({
  total: figures,
  daily_reports: z.array(datedFigures),
  monthly: z.array(datedFigures),
  weekly_usage: z.array(z.object({ dow: z.int(), count_of_rentals: z.int() })),
  hourly_usage: z.array(z.object({ hour: z.int(), count_of_rentals: z.int() })),
});
export type DailyReports = z.infer<typeof dailyReports>;

const rentalTypeFilter = z.optional(z.enum(reportedTypeNames));

export const getDailyReports = endpoint({
  method: 'GET',
  path: '/api/reports/daily_reports',
  summary: 'The figures of each day of a month, of the last months, and when rentals start',
  access: atSpot('query.spot', adminAndAccountant),
  query: z
    .strictObject({
      spot: pkOrUuidText,
      month: z.optional(monthText),
      year: z.optional(yearText),
      rental_type: rentalTypeFilter,
    })
    .check(
      z.refine(({ month, year }) => (month === undefined) === (year === undefined), {
        error: 'Send both month and year, or neither.',
        path: ['month'],
      }),
    ),
  answer: dailyReports,
  freshFor: reportRefreshSeconds,
  failure: 'Could not fetch reports',
});

const reportDay = localDateText.check(
  z.refine(
    (day) => Number(day.slice(0, 4)) >= earliestYear && Number(day.slice(0, 4)) < 2100,
    `Must be a day from ${earliestYear} on.`,
  ),
);

export const downloadDailyReports = endpoint({
  method: 'GET',
  path: '/api/downloads/daily_reports',
  summary: 'The figures of each day of a range as a file; both days are included',
  access: atSpot('query.spot', adminAndAccountant),
  query: z
    .strictObject({
      spot: pkOrUuidText,
      start_date: reportDay,
      end_date: reportDay,
      rental_type: rentalTypeFilter,
    })
    .check(
      z.refine(({ start_date, end_date }) => start_date <= end_date, {
        error: 'Must not be before start_date.',
        path: ['end_date'],
      }),
    ),
  file: 'text/csv',
  failure: 'Could not download reports',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  refund_amount: ['What drivers got back, in cents, tax included.', 540],
  adjusted_revenue: ['Gross revenue less refunds, tax and processing fees, in cents.', 969],
  count_of_rentals: 'How many rentals there were, counted on the day of their first charge.',
  'weekly_usage.count_of_rentals':
    'How many rentals had their first charge on this weekday, in the two weeks before today.',
  'hourly_usage.count_of_rentals':
    'How many rentals began in this hour, in the two weeks before today.',
  gross_revenue_formatted: ['`gross_revenue` in dollars.', '$10.80'],
  count_of_refunds: 'How many refunds there were.',
  refund_amount_formatted: ['`refund_amount` in dollars.', '$5.40'],
  tax_amount_formatted: ['`tax_amount` in dollars.', '$0.80'],
  client_payment_processing_fee_formatted: ['`client_payment_processing_fee` in dollars.', '$0.31'],
  adjusted_revenue_formatted: ['`adjusted_revenue` in dollars.', '$9.69'],
  contribution_amount_exclude_tax_formatted: [
    '`contribution_amount_exclude_tax` in dollars.',
    '$0.97',
  ],
  net_revenue_formatted: ['`net_revenue` in dollars.', '$8.72'],
  date: ['The day, or the first day of the month, at the property.', '2026-06-15'],
  total: 'The sum of the days.',
  daily_reports: 'Each day of the month up to today.',
  monthly: 'The chosen month and the 11 before it, the oldest first.',
  weekly_usage:
    'Rentals of the two weeks before today by weekday, counted on the day of their first charge.',
  hourly_usage: 'Rentals that began in the two weeks before today, by hour.',
  month: ['The month, from 1 to 12. Without month and year, it is the current month.', '6'],
  rental_type: 'Only rentals of this type.',
};
