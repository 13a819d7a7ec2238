import * as z from 'zod/mini';
import { adminEmployeeAccountant, atSpot } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { centsField } from '../kernel/money.ts';

/** Reports refresh every 10 minutes. */
export const reportRefreshSeconds = 10 * 60;
/** Definitions of gross and net revenue, for hints. */
export const grossMeaning = 'What drivers paid: charges and penalties, tax included.';
export const netParts = 'less refunds, tax, processing fees and commission.';
export const netMeaning = `Gross ${netParts}`;
/** Months on the revenue chart. */
export const revenueChartMonths = 6;

const enforcementSpan = z.object({ enforcement_revenue: centsField, rental_count: z.int() });

const comparedDays = z.object({
  start_date: z.string(),
  end_date: z.string(),
  gross_revenue: centsField,
});
export type ComparedDays = z.infer<typeof comparedDays>;

/** The share above the base price as a ratio, 0.125 = 12.5 %; null if nothing was sold at a dynamic price. */
const uplift = z.nullable(z.number());

export const monthlyRevenue = z.object({
  date: z.string(),
  gross_revenue: centsField,
  net_revenue: centsField,
  enforcement_revenue: centsField,
  marketing_revenue: centsField,
  dynamic_pricing_revenue: centsField,
});
export type MonthlyRevenue = z.infer<typeof monthlyRevenue>;

/** An Admin's report on a property. Every amount is a view of the ledger (docs/money.md). */
export const spotReport = z.object({
  hourly_live: z.record(z.string(), z.object({ gmv: centsField })),
  monthly: z.array(monthlyRevenue),
  yearly: z.object({ gross_revenue: centsField }),
  same_days: z.object({ month: comparedDays, month_ago: comparedDays, year_ago: comparedDays }),
  bulk_rentals: z.object({ total_slot_count: z.int(), total_active_rentals: z.int() }),
  dynamic_pricing_uplift: z.object({
    last_seven_days: uplift,
    last_30_days: uplift,
    lifetime: uplift,
  }),
  enforcement_uplift: z.object({
    seven_days: enforcementSpan,
    month_to_date: enforcementSpan,
    year_to_date: enforcementSpan,
  }),
  last_updated_at: z.int(),
});
export type SpotReport = z.infer<typeof spotReport>;

/** An Employee's report: counts without any money (docs/security.md, 19). @public A schema of the API document. */
export const spotReportWithoutMoney = z.pick(spotReport, {
  bulk_rentals: true,
  last_updated_at: true,
});

export const getSpotReport = endpoint({
  method: 'GET',
  path: '/api/reports/spots/',
  summary: 'The figures of a property’s detail page; without money for Employees',
  access: atSpot('query.spot', adminEmployeeAccountant),
  query: z.strictObject({ spot: pkOrUuidText }),
  answer: z.union([spotReport, spotReportWithoutMoney]),
  freshFor: reportRefreshSeconds,
  failure: 'Could not fetch reports',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  rental_count: 'How many rentals started by themselves.',
  date: ['The first day of the month, at the property.', '2026-06-01'],
  hourly_live:
    'Today’s gross revenue by hour at the property, `0` to `23`; hours without any are absent.',
  gmv: 'Gross revenue in cents.',
  monthly: 'The last six months, with this one.',
  yearly: 'This year so far.',
  same_days:
    'The days of this month that are over, and the same days of other months; on the 1st, all of the month before. Days that a month doesn’t have are left out.',
  month: 'The days of this month that are over.',
  month_ago: 'The same days one month earlier.',
  year_ago: 'The same days one year earlier.',
  bulk_rentals: 'The tenants’ spaces and rentals.',
  total_slot_count: 'How many spaces tenants rent.',
  total_active_rentals: 'How many of the tenants’ rentals are active now.',
  dynamic_pricing_uplift:
    'What dynamic pricing added, as a ratio to the revenue at base prices: 0.125 is 12.5 percent.',
  last_seven_days: 'The ratio over the last 7 days; null if nothing was sold above the base price.',
  last_30_days: 'The ratio over the last 30 days; null if nothing was sold above the base price.',
  lifetime: 'The ratio over all time; null if nothing was sold above the base price.',
  enforcement_uplift: 'What enforcement brought.',
  seven_days: 'The last 7 days.',
  month_to_date: 'This month so far.',
  year_to_date: 'This year so far.',
};
