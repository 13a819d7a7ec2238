import * as z from 'zod/mini';
import { adminAndAccountant, atOrganizationOrSpot, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { centsField } from '../kernel/money.ts';
import { commissionBaseNames } from '../platform/organization-terms.ts';
import { eitherOrganizationOrSpot, rangeInOrder, reportRangeFields } from './report-range.ts';
import { reportRefreshSeconds } from './reports.ts';

/** What drivers paid, the deductions, and the net. Every amount is a sum over the ledger (docs/money.md). */
export const incomeStatement = z.object({
  revenue: centsField,
  revenue_monthly: centsField,
  revenue_transient: centsField,
  revenue_enterprise: centsField,
  refunds: centsField,
  tax_amount: centsField,
  client_payment_processing_fee: centsField,
  contribution_amount_exclude_tax: centsField,
  net_income: centsField,
  net_income_monthly: centsField,
  net_income_transient: centsField,
  net_income_enterprise: centsField,
});
export type IncomeStatement = z.infer<typeof incomeStatement>;

/** Revenue by what generated it: views of the same money that may overlap. */
export const revenueUplift = z.object({
  enforcement_revenue: centsField,
  marketing_revenue: centsField,
  dynamic_pricing_revenue: centsField,
  enterprise_revenue: centsField,
});
export type RevenueUplift = z.infer<typeof revenueUplift>;

/** The statement of an organization or a property. */
export const statement = z.object({
  uuid: z.string(),
  income_statement: incomeStatement,
  revenue_uplift: revenueUplift,
});
export type Statement = z.infer<typeof statement>;

/** What the commission is a share of in a range of days, from a day within it on; null = from its first day. */
const commissionPeriod = z.object({
  base: z.enum(commissionBaseNames),
  from: z.nullable(localDateText),
});
export type CommissionPeriod = z.infer<typeof commissionPeriod>;

export const getIncomeStatement = endpoint({
  method: 'GET',
  path: '/api/reports/income_statement',
  summary:
    'The income statement of an organization and of each of its properties; both days are included, each property by its own calendar',
  access: inOrganization('query.organization', adminAndAccountant),
  query: z.strictObject({ organization: pkOrUuidText, ...reportRangeFields }).check(rangeInOrder),
  answer: z.object({
    organization: statement,
    spots: z.array(statement),
    commission_bases: z.array(commissionPeriod),
  }),
  freshFor: reportRefreshSeconds,
  failure: 'Could not fetch reports',
});

const fileQuery = z
  .strictObject({
    organization: z.optional(pkOrUuidText),
    spot: z.optional(pkOrUuidText),
    ...reportRangeFields,
  })
  .check(rangeInOrder, eitherOrganizationOrSpot);

export const downloadIncomeStatement = endpoint({
  method: 'GET',
  path: '/api/downloads/income_statement',
  summary: 'The income statement as a file: a row for each property, and their total',
  access: atOrganizationOrSpot('query.organization', 'query.spot', adminAndAccountant),
  query: fileQuery,
  file: 'text/csv',
  failure: 'Something went wrong',
});

export const downloadIncomeStatementPdf = endpoint({
  method: 'GET',
  path: '/api/downloads/income_statement_pdf',
  summary:
    'The income statement of an organization or of one property to print, with the organization’s name',
  access: atOrganizationOrSpot('query.organization', 'query.spot', adminAndAccountant),
  query: fileQuery,
  file: 'application/pdf',
  failure: 'Something went wrong',
});

export const downloadMovements = endpoint({
  method: 'GET',
  path: '/api/downloads/movements',
  summary: 'Every ledger entry behind an income statement as a file, one row each',
  access: atOrganizationOrSpot('query.organization', 'query.spot', adminAndAccountant),
  query: fileQuery,
  file: 'text/csv',
  failure: 'Something went wrong',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  revenue: 'Gross revenue in cents.',
  revenue_monthly: 'Gross revenue from monthly rentals, in cents.',
  revenue_transient:
    'Gross revenue from hourly, daily, flat-rate and free-until-hourly rentals, in cents.',
  revenue_enterprise: 'Gross revenue from companies and tenants, in cents.',
  net_income: 'Gross less refunds, tax, processing fees and commission, in cents.',
  net_income_monthly: 'The net revenue from monthly rentals, in cents.',
  net_income_transient:
    'The net revenue from hourly, daily, flat-rate and free-until-hourly rentals, in cents.',
  net_income_enterprise: 'The net revenue from companies and tenants, in cents.',
  enterprise_revenue: 'The part of gross revenue, in cents, from companies and tenants.',
  uuid: 'The UUID of the organization or property.',
  income_statement: 'What drivers paid, what went off it, and what is left.',
  revenue_uplift:
    'Parts of the revenue by what earned them. They may overlap and are never added to it.',
  commission_bases: 'What the commission is a share of in these days, the earliest first.',
  base: 'Gross revenue, gross revenue less tax, or adjusted revenue.',
  from: 'The day from which it holds; null = all along, until the next one.',
  organization: 'The statement of the whole organization.',
  ':query.organization': ['The organization, by its number or UUID.', 7],
  spots: 'The statement of each property.',
};
