import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents, sum } from '@lotkeeper/contract/kernel/money';
import type { IncomeStatement, Statement } from '@lotkeeper/contract/money/income-statement';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import { rentalGroups } from '@lotkeeper/contract/people/rentals';
import type { MoneyRow } from '../../../records/money/money-sums.ts';
import { amountColumns } from '../../../records/money/rollups.ts';

export const statementMeasures = [
  ...amountColumns,
  'net',
  'enforcement',
  'marketing',
  'dynamic_pricing',
] as const;
type Column = (typeof statementMeasures)[number];

/** The sums of one rental type over a range, in cents. */
export type PartRow = MoneyRow<Column, { rental_type: 'rental_type' }>;

const sumColumn = (rows: readonly PartRow[], column: Column): Cents =>
  sum(...rows.map((part) => cents(part[column])));

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
    net_income: sumColumn(rows, 'net'),
    net_income_monthly: sumColumn(monthly, 'net'),
    net_income_transient: sumColumn(transient, 'net'),
    net_income_enterprise: sumColumn(enterprise, 'net'),
  };
}

/** The statement of the given parts; zeros without any. */
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
