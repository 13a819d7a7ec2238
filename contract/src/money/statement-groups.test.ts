import { expect, test } from 'vitest';
import type { LocalDate } from '../kernel/calendar.ts';
import { cents, dollarsText, zeroCents } from '../kernel/money.ts';
import type { CommissionPeriod, IncomeStatement, RevenueUplift } from './income-statement.ts';
import type { StatementGroup } from './statement-groups.ts';
import {
  describeCommission,
  describeTimeZones,
  toBreakdown,
  toUpliftGroups,
} from './statement-groups.ts';

const nothing: IncomeStatement = {
  revenue: zeroCents,
  revenue_monthly: zeroCents,
  revenue_transient: zeroCents,
  revenue_enterprise: zeroCents,
  refunds: zeroCents,
  tax_amount: zeroCents,
  client_payment_processing_fee: zeroCents,
  contribution_amount_exclude_tax: zeroCents,
  net_income: zeroCents,
  net_income_monthly: zeroCents,
  net_income_transient: zeroCents,
  net_income_enterprise: zeroCents,
};
const noUplift: RevenueUplift = {
  enforcement_revenue: zeroCents,
  marketing_revenue: zeroCents,
  dynamic_pricing_revenue: zeroCents,
  enterprise_revenue: zeroCents,
};

const all: CommissionPeriod[] = [{ base: 'adjusted', from: null }];

const rows = (groups: readonly StatementGroup[]) =>
  groups.flatMap(({ lines, total }) =>
    [...lines, ...(total ? [total] : [])].map(({ label, amount }) => [label, dollarsText(amount)]),
  );

test('monthlies, enterprise, taxes and processing fee are hidden at zero', () => {
  expect(rows(toBreakdown(nothing, all))).toEqual([
    ['Transient', '$0.00'],
    ['Gross revenue', '$0.00'],
    ['Refunds', '$0.00'],
    ['Commission', '$0.00'],
    ['Net revenue', '$0.00'],
    ['Transient net', '$0.00'],
  ]);
});

test('marketing, dynamic pricing and enterprise are hidden from the uplift at zero', () => {
  expect(rows(toUpliftGroups(noUplift))).toEqual([['Enforcement', '$0.00']]);
});

test('deductions are negative, and the lines add up to the totals', () => {
  const statement = {
    ...nothing,
    revenue: cents(21_892),
    revenue_monthly: cents(5000),
    revenue_transient: cents(9892),
    revenue_enterprise: cents(7000),
    refunds: cents(1080),
    tax_amount: cents(312),
    client_payment_processing_fee: cents(236),
    contribution_amount_exclude_tax: cents(2026),
    net_income: cents(18_238),
  };
  const [paid, off] = toBreakdown(statement, all);
  const sumOf = (group: StatementGroup | undefined) =>
    (group?.lines ?? []).reduce((so, { amount }) => so + amount, 0);
  expect(sumOf(paid)).toBe(21_892);
  expect(off?.lines.map(({ amount }) => amount)).toEqual([-1080, -312, -236, -2026]);
  expect(sumOf(paid) + sumOf(off)).toBe(off?.total?.amount);
});

test('a range with only refunds shows the returned tax and a net below zero', () => {
  const statement = {
    ...nothing,
    refunds: cents(1080),
    tax_amount: cents(-80),
    contribution_amount_exclude_tax: cents(-100),
    net_income: cents(-900),
  };
  expect(rows(toBreakdown(statement, all)).slice(2, 6)).toEqual([
    ['Refunds', '-$10.80'],
    ['Taxes', '$0.80'],
    ['Commission', '$1.00'],
    ['Net revenue', '-$9.00'],
  ]);
});

test('the base of the commission is shown, with the day when it changes', () => {
  expect(describeCommission(all)).toBe(
    'The commission is a share of adjusted revenue. A refund gives its commission back.',
  );
  const gross: CommissionPeriod = { base: 'gross', from: '2026-12-01' as LocalDate };
  const [, off] = toBreakdown(nothing, [...all, gross]);
  expect(off?.lines.at(-1)?.hint).toBe(
    'Our share: your commission rate, applied to adjusted revenue until Nov 30, 2026, then gross revenue. A refund gives its commission back.',
  );
});

test('time zones are mentioned only where the properties have several', () => {
  expect(describeTimeZones(0)).toBeNull();
  expect(describeTimeZones(1)).toBeNull();
  expect(describeTimeZones(2)).toMatch(/^The properties are in 2 time zones\./);
});
