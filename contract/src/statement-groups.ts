import type { IncomeStatement, RevenueUplift } from './income-statement.ts';
import type { Cents } from './kernel/money.ts';
import { cents } from './kernel/money.ts';

/** One amount with its name, and one or two sentences on what it is. */
export interface StatementLine {
  label: string;
  amount: Cents;
  hint: string;
}

/** Lines, and their total together with the groups above. */
export interface StatementGroup {
  heading?: string;
  lines: readonly StatementLine[];
  total?: StatementLine;
}

/** What a statement covers where it isn’t one property. */
export const allProperties = 'All properties';

/** What has to be said beside the revenue uplift, for its lines look like parts of a sum. */
export const upliftNote =
  'Parts of gross revenue by what generated them. They may overlap and aren’t added to it.';

/** Says that the properties’ days aren’t the same hours; null where they are. */
export const describeTimeZones = (count: number): string | null =>
  count > 1
    ? `The properties are in ${count} time zones. Each uses its own local days, so around midnight the last day may be over at some and not at others.`
    : null;

const line = (label: string, amount: number, hint: string): StatementLine => ({
  label,
  amount: cents(amount),
  hint,
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
      line('Transient', statement.revenue_transient, types.transient),
      ...unlessZero(
        statement.revenue_monthly,
        line('Monthlies', statement.revenue_monthly, types.monthly),
      ),
      ...unlessZero(
        statement.revenue_enterprise,
        line('Enterprise', statement.revenue_enterprise, types.enterprise),
      ),
    ],
    total: line(
      'Gross revenue',
      statement.revenue,
      'Everything drivers paid in these days, including penalties and tax.',
    ),
  };
}

function whatGoesOff(statement: IncomeStatement): StatementGroup {
  const fee = statement.client_payment_processing_fee;
  return {
    heading: 'Deductions',
    lines: [
      line('Refunds', -statement.refunds, 'Money returned to drivers in these days, tax included.'),
      ...unlessZero(
        statement.tax_amount,
        line(
          'Taxes',
          -statement.tax_amount,
          'The tax in what drivers paid, less the tax in refunds.',
        ),
      ),
      ...unlessZero(
        fee,
        line('Processing fee', -fee, 'What the payment processor kept. Refunds don’t return it.'),
      ),
      line(
        'Commission',
        -statement.contribution_amount_exclude_tax,
        'Our share: your commission rate, applied to what is left after refunds, taxes and processing fees.',
      ),
    ],
    total: line(
      'Net income',
      statement.net_income,
      'Gross revenue less refunds, taxes, processing fees and commission.',
    ),
  };
}

function netByType(statement: IncomeStatement): StatementGroup {
  const net = 'What is left of it after all deductions.';
  return {
    heading: 'Net income by rental type',
    lines: [
      line('Transient net', statement.net_income_transient, `${types.transient} ${net}`),
      ...unlessZero(
        statement.net_income_monthly,
        line('Monthlies net', statement.net_income_monthly, `${types.monthly} ${net}`),
      ),
      ...unlessZero(
        statement.net_income_enterprise,
        line('Enterprise net', statement.net_income_enterprise, `${types.enterprise} ${net}`),
      ),
    ],
  };
}

/** The breakdown: what was paid, what goes off it, what is left. Lines that the spec names are left out at zero. */
export function toBreakdown(statement: IncomeStatement): StatementGroup[] {
  return [revenue(statement), whatGoesOff(statement), netByType(statement)];
}

/** Which features earned parts of the revenue; all but enforcement are left out at zero. */
export function toUpliftGroups(uplift: RevenueUplift): StatementGroup[] {
  const lines = [
    line(
      'Enforcement',
      uplift.enforcement_revenue,
      'Penalties, and rentals that started automatically when a known plate was seen.',
    ),
    ...unlessZero(
      uplift.marketing_revenue,
      line(
        'Marketing',
        uplift.marketing_revenue,
        'Rentals from a booking site or with a discount code.',
      ),
    ),
    ...unlessZero(
      uplift.dynamic_pricing_revenue,
      line(
        'Dynamic pricing',
        uplift.dynamic_pricing_revenue,
        'What drivers paid above the base price for the same stays.',
      ),
    ),
    ...unlessZero(
      uplift.enterprise_revenue,
      line('Enterprise', uplift.enterprise_revenue, types.enterprise),
    ),
  ];
  return [{ lines }];
}
