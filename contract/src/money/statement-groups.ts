import { addDays } from '../kernel/calendar.ts';
import { formatDate } from '../kernel/format.ts';
import type { Cents } from '../kernel/money.ts';
import { cents } from '../kernel/money.ts';
import type { RentalGroup } from '../people/rentals.ts';
import { rentalGroupLabels as labels } from '../people/rentals.ts';
import { commissionBases } from '../platform/organization-terms.ts';
import type { FigureMeasure, FigureQuestion } from './figures.ts';
import type { CommissionPeriod, IncomeStatement, RevenueUplift } from './income-statement.ts';

/** One amount with its label and a hint of one or two sentences. */
export interface StatementLine {
  label: string;
  amount: Cents;
  hint: string;
  /** The figure behind the amount; deductions have the opposite sign there. */
  figure: Pick<FigureQuestion, 'measure' | 'rental_group'>;
}

/** Lines, and their total including the groups above. */
export interface StatementGroup {
  heading?: string;
  lines: readonly StatementLine[];
  total?: StatementLine;
}

/** The label of a statement that covers several properties. */
export const allProperties = 'All properties';

/** Shown with the revenue uplift, whose lines look like parts of a sum. */
export const upliftNote =
  'Parts of gross revenue by what generated them. They may overlap and aren’t added to it.';

/** Notes that the properties’ days aren’t the same hours; null if they are. */
export const describeTimeZones = (count: number): string | null =>
  count > 1
    ? `The properties are in ${count} time zones. Each uses its own local days, so around midnight the last day may be over at some and not at others.`
    : null;

const line = (
  label: string,
  amount: number,
  measure: FigureMeasure,
  hint: string,
  rental_group?: RentalGroup,
): StatementLine => ({
  label,
  amount: cents(amount),
  hint,
  figure: { measure, ...(rental_group && { rental_group }) },
});

const unlessZero = (amount: number, line: StatementLine): StatementLine[] =>
  amount === 0 ? [] : [line];

const types = {
  transient: 'Hourly, daily, flat rate and free-until-hourly rentals.',
  monthly: 'Monthly rentals.',
  enterprise: 'Rentals by companies and tenants with several spaces.',
};

function revenue(statement: IncomeStatement): StatementGroup {
  return {
    heading: 'What drivers paid',
    lines: [
      line(labels.transient, statement.revenue_transient, 'gross', types.transient, 'transient'),
      ...unlessZero(
        statement.revenue_monthly,
        line(labels.monthly, statement.revenue_monthly, 'gross', types.monthly, 'monthly'),
      ),
      ...unlessZero(
        statement.revenue_enterprise,
        line(
          labels.enterprise,
          statement.revenue_enterprise,
          'gross',
          types.enterprise,
          'enterprise',
        ),
      ),
    ],
    total: line(
      'Gross revenue',
      statement.revenue,
      'gross',
      'Everything drivers paid in these days, including penalties and tax.',
    ),
  };
}

/** What the commission of some days is a share of: 'adjusted revenue until Nov 30, 2026, then gross revenue'. */
const nameBases = (periods: readonly CommissionPeriod[]) =>
  periods
    .map(({ base }, index) => {
      const next = periods[index + 1]?.from;
      return `${commissionBases[base]}${next ? ` until ${formatDate(addDays(next, -1))}` : ''}`;
    })
    .join(', then ');

/** Shown with the breakdown: a term of the contract. */
export const describeCommission = (periods: readonly CommissionPeriod[]) =>
  `The commission is a share of ${nameBases(periods)}. A refund gives its commission back.`;

function whatGoesOff(
  statement: IncomeStatement,
  periods: readonly CommissionPeriod[],
): StatementGroup {
  const fee = statement.client_payment_processing_fee;
  return {
    heading: 'Deductions',
    lines: [
      line(
        'Refunds',
        -statement.refunds,
        'refunds',
        'Money returned to drivers in these days, tax included.',
      ),
      ...unlessZero(
        statement.tax_amount,
        line(
          'Taxes',
          -statement.tax_amount,
          'tax',
          'The tax in what drivers paid, less the tax in refunds.',
        ),
      ),
      ...unlessZero(
        fee,
        line(
          'Processing fee',
          -fee,
          'processing_fee',
          'What the payment processor kept. Refunds don’t return it.',
        ),
      ),
      line(
        'Commission',
        -statement.contribution_amount_exclude_tax,
        'commission',
        `Our share: your commission rate, applied to ${nameBases(periods)}. A refund gives its commission back.`,
      ),
    ],
    total: line(
      'Net revenue',
      statement.net_income,
      'net',
      'Gross revenue less refunds, taxes, processing fees and commission.',
    ),
  };
}

function netByType(statement: IncomeStatement): StatementGroup {
  const net = 'What is left of it after all deductions.';
  return {
    heading: 'Net revenue by rental type',
    lines: [
      line(
        `${labels.transient} net`,
        statement.net_income_transient,
        'net',
        `${types.transient} ${net}`,
        'transient',
      ),
      ...unlessZero(
        statement.net_income_monthly,
        line(
          `${labels.monthly} net`,
          statement.net_income_monthly,
          'net',
          `${types.monthly} ${net}`,
          'monthly',
        ),
      ),
      ...unlessZero(
        statement.net_income_enterprise,
        line(
          `${labels.enterprise} net`,
          statement.net_income_enterprise,
          'net',
          `${types.enterprise} ${net}`,
          'enterprise',
        ),
      ),
    ],
  };
}

/** The breakdown: what was paid, the deductions, and the net. Optional lines are left out at zero. */
export function toBreakdown(
  statement: IncomeStatement,
  periods: readonly CommissionPeriod[],
): StatementGroup[] {
  return [revenue(statement), whatGoesOff(statement, periods), netByType(statement)];
}

/** The revenue that features generated; every line but enforcement is left out at zero. */
export function toUpliftGroups(uplift: RevenueUplift): StatementGroup[] {
  const lines = [
    line(
      'Enforcement',
      uplift.enforcement_revenue,
      'enforcement',
      'Penalties, and rentals that started automatically when a known plate was seen.',
    ),
    ...unlessZero(
      uplift.marketing_revenue,
      line(
        'Marketing',
        uplift.marketing_revenue,
        'marketing',
        'Rentals from a booking site or with a discount code.',
      ),
    ),
    ...unlessZero(
      uplift.dynamic_pricing_revenue,
      line(
        'Dynamic pricing',
        uplift.dynamic_pricing_revenue,
        'dynamic_pricing',
        'What drivers paid above the base price for the same stays.',
      ),
    ),
    ...unlessZero(
      uplift.enterprise_revenue,
      line(labels.enterprise, uplift.enterprise_revenue, 'gross', types.enterprise, 'enterprise'),
    ),
  ];
  return [{ lines }];
}
