import type { IncomeStatement, Statement } from '@lotkeeper/contract/income-statement';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents, sum } from '@lotkeeper/contract/kernel/money';
import type { RentalType } from '@lotkeeper/contract/rentals';
import { rentalGroups } from '@lotkeeper/contract/rentals';

/** The sums of one rental type over a range, in cents. */
export interface PartRow {
  rental_type: RentalType;
  gross: number;
  refunds: number;
  tax: number;
  processing_fee: number;
  commission: number;
  enforcement: number;
  marketing: number;
  dynamic_pricing: number;
}

/** Two days, both included; none where `from` is after `to`. */
export interface Span {
  from: LocalDate;
  to: LocalDate;
}

/**
 * A range as days before its whole months, those months by their first days, and the days after them: a range of
 * years is read from few rows.
 */
export function spansOf(
  start: LocalDate,
  end: LocalDate,
): Record<'head' | 'months' | 'tail', Span> {
  const firstOfMonth = startOfMonth(start);
  const first = start === firstOfMonth ? start : addMonths(firstOfMonth, 1);
  const after = startOfMonth(addDays(end, 1));
  if (first >= after) {
    const none = { from: first, to: addDays(first, -1) };
    return { head: { from: start, to: end }, months: none, tail: none };
  }
  return {
    head: { from: start, to: addDays(first, -1) },
    months: { from: first, to: addMonths(after, -1) },
    tail: { from: after, to: end },
  };
}

type Column = Exclude<keyof PartRow, 'rental_type'>;

const sumOf = (parts: readonly PartRow[], column: Column): Cents =>
  sum(...parts.map((part) => cents(part[column])));

const netOf = (parts: readonly PartRow[]): Cents =>
  sum(
    ...parts.map(({ gross, refunds, tax, processing_fee, commission }) =>
      cents(gross - refunds - tax - processing_fee - commission),
    ),
  );

function incomeStatementOf(parts: readonly PartRow[]): IncomeStatement {
  const of = (types: readonly RentalType[]) =>
    parts.filter((part) => types.includes(part.rental_type));
  const monthly = of(rentalGroups.monthly);
  const transient = of(rentalGroups.transient);
  const enterprise = of(rentalGroups.enterprise);
  return {
    revenue: sumOf(parts, 'gross'),
    revenue_monthly: sumOf(monthly, 'gross'),
    revenue_transient: sumOf(transient, 'gross'),
    revenue_enterprise: sumOf(enterprise, 'gross'),
    refunds: sumOf(parts, 'refunds'),
    tax_amount: sumOf(parts, 'tax'),
    client_payment_processing_fee: sumOf(parts, 'processing_fee'),
    contribution_amount_exclude_tax: sumOf(parts, 'commission'),
    net_income: netOf(parts),
    net_income_monthly: netOf(monthly),
    net_income_transient: netOf(transient),
    net_income_enterprise: netOf(enterprise),
  };
}

/** The statement of whatever the parts belong to; no parts make zeros. */
export function statementOf(uuid: string, parts: readonly PartRow[]): Statement {
  const income_statement = incomeStatementOf(parts);
  return {
    uuid,
    income_statement,
    revenue_uplift: {
      enforcement_revenue: sumOf(parts, 'enforcement'),
      marketing_revenue: sumOf(parts, 'marketing'),
      dynamic_pricing_revenue: sumOf(parts, 'dynamic_pricing'),
      enterprise_revenue: income_statement.revenue_enterprise,
    },
  };
}
