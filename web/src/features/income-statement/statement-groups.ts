import type { IncomeStatement, RevenueUplift } from '@lotkeeper/contract/income-statement';
import { formatMoneyExact } from '../../kernel/format.ts';
import type { SumGroup, SumLine } from '../../ui/sum-table.tsx';

const line = (label: string, cents: number, hint: string): SumLine => ({
  label,
  amount: formatMoneyExact(cents),
  hint,
});

const unlessZero = (cents: number, one: SumLine): SumLine[] => (cents === 0 ? [] : [one]);

const types = {
  transient: 'Hourly, daily, flat rate and free-until-hourly rentals.',
  monthly: 'Monthly rentals.',
  enterprise: 'Rentals of companies and of tenants with several spaces.',
};

function revenue(of: IncomeStatement): SumGroup {
  return {
    heading: 'What drivers paid',
    lines: [
      line('Transient', of.revenue_transient, types.transient),
      ...unlessZero(of.revenue_monthly, line('Monthlies', of.revenue_monthly, types.monthly)),
      ...unlessZero(
        of.revenue_enterprise,
        line('Enterprise', of.revenue_enterprise, types.enterprise),
      ),
    ],
    total: line(
      'Gross revenue',
      of.revenue,
      'All that drivers paid in these days, penalties and tax included.',
    ),
  };
}

function whatGoesOff(of: IncomeStatement): SumGroup {
  const fee = of.client_payment_processing_fee;
  return {
    heading: 'What goes off it',
    lines: [
      line('Refunds', -of.refunds, 'What drivers got back in these days, tax included.'),
      ...unlessZero(
        of.tax_amount,
        line(
          'Taxes',
          -of.tax_amount,
          'The tax inside what drivers paid, less the tax that refunds gave back.',
        ),
      ),
      ...unlessZero(
        fee,
        line(
          'Processing fee',
          -fee,
          'What the payment processor kept. A refund does not bring it back.',
        ),
      ),
      line(
        'Commission',
        -of.contribution_amount_exclude_tax,
        'Our part: your rate of what is left after refunds, taxes and processing fees.',
      ),
    ],
    total: line(
      'Net income',
      of.net_income,
      'Gross revenue less refunds, taxes, processing fees and commission.',
    ),
  };
}

function netByType(of: IncomeStatement): SumGroup {
  const net = 'What is left of it after everything that goes off.';
  return {
    heading: 'Net income by rental type',
    lines: [
      line('Transient net', of.net_income_transient, `${types.transient} ${net}`),
      ...unlessZero(
        of.net_income_monthly,
        line('Monthlies net', of.net_income_monthly, `${types.monthly} ${net}`),
      ),
      ...unlessZero(
        of.net_income_enterprise,
        line('Enterprise net', of.net_income_enterprise, `${types.enterprise} ${net}`),
      ),
    ],
  };
}

/** The breakdown: what was paid, what goes off it, what is left. Lines that the spec names are left out at zero. */
export function breakdownOf(of: IncomeStatement): SumGroup[] {
  return [revenue(of), whatGoesOff(of), netByType(of)];
}

/** Which features earned parts of the revenue; all but enforcement are left out at zero. */
export function upliftOf(of: RevenueUplift): SumGroup[] {
  const lines = [
    line(
      'Enforcement',
      of.enforcement_revenue,
      'Penalties, and rentals that started by themselves when a known plate was seen.',
    ),
    ...unlessZero(
      of.marketing_revenue,
      line(
        'Marketing',
        of.marketing_revenue,
        'Rentals that a booking site or a discount code brought.',
      ),
    ),
    ...unlessZero(
      of.dynamic_pricing_revenue,
      line(
        'Dynamic pricing',
        of.dynamic_pricing_revenue,
        'What was taken above what the same stays would have cost at the base price.',
      ),
    ),
    ...unlessZero(
      of.enterprise_revenue,
      line('Enterprise', of.enterprise_revenue, types.enterprise),
    ),
  ];
  return [{ lines }];
}
