import * as z from 'zod/mini';
import { adminAndAccountant, atSpot } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { centsField } from '../kernel/money.ts';
import type { ReportedType } from './reported-types.ts';
import { reportedTypeNames } from './reported-types.ts';
import { reportRefreshSeconds } from './reports.ts';

/** Maximum months in the charts, including the current one. */
export const revenueMonths = 36;

/** Metrics of the month-over-month chart, with labels. */
export const revenueMetrics = {
  gross_revenue: 'Gross revenue',
  net_revenue: 'Net revenue',
} as const;
export type RevenueMetric = keyof typeof revenueMetrics;

/** A month as its first day, in the property's zone. */
const date = z.string();

export const revenueMonth = z.object({ date, gross_revenue: centsField, net_revenue: centsField });
export type RevenueMonth = z.infer<typeof revenueMonth>;

const typeRevenue = z.object({ gross_revenue: centsField });
const byType = Object.fromEntries(reportedTypeNames.map((type) => [type, typeRevenue])) as Record<
  ReportedType,
  typeof typeRevenue
>;

export const revenueMonthByType = z.object({ date, ...byType });
export type RevenueMonthByType = z.infer<typeof revenueMonthByType>;

const months = 'up to the last 36 months, starting with the first one that had money';
const query = z.strictObject({ spot_id: pkOrUuidText });

export const getRevenueByMonth = endpoint({
  method: 'GET',
  path: '/api/transactions/reports/revenue/mom',
  summary: `What a property earned each month: ${months}`,
  access: atSpot('query.spot_id', adminAndAccountant),
  query,
  answer: z.array(revenueMonth),
  freshFor: reportRefreshSeconds,
  failure: 'Could not fetch reports',
});

export const getRevenueByType = endpoint({
  method: 'GET',
  path: '/api/transactions/reports/revenue/mom/rental_types',
  summary: `Gross revenue of a property by month and rental type: ${months}`,
  access: atSpot('query.spot_id', adminAndAccountant),
  query,
  answer: z.array(revenueMonthByType),
  freshFor: reportRefreshSeconds,
  failure: 'Could not fetch reports',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  date: ['The first day of the month, at the property.', '2026-06-01'],
  hourly: 'Hourly rentals, with those that are free for the first hours.',
  daily: 'Daily rentals.',
  flat_rate: 'Flat-rate rentals.',
  monthly: 'Monthly rentals.',
  enterprise: 'Rentals of companies.',
  bulk_rental: 'Rentals of tenants with several spaces.',
};
