import type { IncomeStatement, RevenueUplift } from '@lotkeeper/contract/income-statement';
import { formatMoneyExact } from '../../kernel/format.ts';
import type { SumGroup, SumLine } from '../../ui/data/sum-table.tsx';

const line = (label: string, cents: number, hint: string): SumLine => ({
  label,
  amount: formatMoneyExact(cents),
  hint,
});

const unlessZero = (cents: number, line: SumLine): SumLine[] => (cents === 0 ? [] : [line]);

const types = {
  transient: 'Hourly, daily, flat rate and free-until-hourly rentals.',
  monthly: 'Monthly rentals.',
  enterprise: 'Rentals by companies and tenants with several spaces.',
};

function revenue(statement: IncomeStatement): SumGroup {
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

function whatGoesOff(statement: IncomeStatement): SumGroup {
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

function netByType(statement: IncomeStatement): SumGroup {
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
export function toBreakdown(statement: IncomeStatement): SumGroup[] {
  return [revenue(statement), whatGoesOff(statement), netByType(statement)];
}

/** Which features earned parts of the revenue; all but enforcement are left out at zero. */
export function toUpliftGroups(uplift: RevenueUplift): SumGroup[] {
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
