import type { IncomeStatement, Statement } from '@lotkeeper/contract/income-statement';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents, sum } from '@lotkeeper/contract/kernel/money';
import { computeNet } from '@lotkeeper/contract/ledger';
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
export function splitRange(
  start: LocalDate,
  end: LocalDate,
): Record<'head' | 'months' | 'tail', Span> {
  const firstOfMonth = startOfMonth(start);
  const first = start === firstOfMonth ? start : addMonths(firstOfMonth, 1);
  const after = startOfMonth(addDays(end, 1));
  if (first >= after) {
    const emptySpan = { from: first, to: addDays(first, -1) };
    return { head: { from: start, to: end }, months: emptySpan, tail: emptySpan };
  }
  return {
    head: { from: start, to: addDays(first, -1) },
    months: { from: first, to: addMonths(after, -1) },
    tail: { from: after, to: end },
  };
}

type Column = Exclude<keyof PartRow, 'rental_type'>;

const sumColumn = (rows: readonly PartRow[], column: Column): Cents =>
  sum(...rows.map((part) => cents(part[column])));

const sumNet = (rows: readonly PartRow[]): Cents => sum(...rows.map(computeNet));

function buildIncomeStatement(rows: readonly PartRow[]): IncomeStatement {
  const filterByTypes = (types: readonly RentalType[]) =>
    rows.filter((part) => types.includes(part.rental_type));
  const monthly = filterByTypes(rentalGroups.monthly);
  const transient = filterByTypes(rentalGroups.transient);
  const enterprise = filterByTypes(rentalGroups.enterprise);
  return {
    revenue: sumColumn(rows, 'gross'),
    revenue_monthly: sumColumn(monthly, 'gross'),
    revenue_transient: sumColumn(transient, 'gross'),
    revenue_enterprise: sumColumn(enterprise, 'gross'),
    refunds: sumColumn(rows, 'refunds'),
    tax_amount: sumColumn(rows, 'tax'),
    client_payment_processing_fee: sumColumn(rows, 'processing_fee'),
    contribution_amount_exclude_tax: sumColumn(rows, 'commission'),
    net_income: sumNet(rows),
    net_income_monthly: sumNet(monthly),
    net_income_transient: sumNet(transient),
    net_income_enterprise: sumNet(enterprise),
  };
}

/** The statement of whatever the parts belong to; no parts make zeros. */
export function buildStatement(uuid: string, rows: readonly PartRow[]): Statement {
  const income_statement = buildIncomeStatement(rows);
  return {
    uuid,
    income_statement,
    revenue_uplift: {
      enforcement_revenue: sumColumn(rows, 'enforcement'),
      marketing_revenue: sumColumn(rows, 'marketing'),
      dynamic_pricing_revenue: sumColumn(rows, 'dynamic_pricing'),
      enterprise_revenue: income_statement.revenue_enterprise,
    },
  };
}
