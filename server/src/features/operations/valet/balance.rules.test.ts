import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import { describe, expect, test } from 'vitest';
import { fiveAnHour } from '../../../testing/valet.factory.ts';
import type { Owing } from './balance.rules.ts';
import { balanceAt, baseOfBalance, quoteAt, quoteHolds } from './balance.rules.ts';

const noTax = { tax_rate: 0 as BasisPoints };
const start = fromIso('2026-06-15T16:00:00Z');
const after = (minutes: number) => instant(start + minutes * 60_000);
const parked: Owing = {
  status: 'active',
  booked: cents(0),
  rate: fiveAnHour,
  checked_in_at: start,
  payments: [],
};
const paidAt = (minutes: number, amount: number) => ({
  amount: cents(amount),
  base_price: null,
  quoted_at: after(minutes),
});

test.each([
  [0, 500],
  [60, 500],
  [61, 1000],
  [180, 1500],
])('after %i minutes at $5 per hour, a driver owes %i cents', (minutes, owed) => {
  expect(balanceAt(parked, noTax, after(minutes))).toBe(owed);
});

test('the balance of a driver includes the tax on top', () => {
  expect(balanceAt(parked, { tax_rate: 825 as BasisPoints }, after(10))).toBe(541);
});

test('a booking that is not charged by time owes its booked amount at any time', () => {
  const booked = { ...parked, rate: null, booked: cents(1800) };
  expect(balanceAt(booked, noTax, after(600))).toBe(1800);
  expect(balanceAt({ ...booked, status: 'pending', checked_in_at: null }, noTax, start)).toBe(1800);
});

test('an ended session owes nothing, and a balance is never negative', () => {
  expect(balanceAt({ ...parked, status: 'ended' }, noTax, after(90))).toBe(0);
  expect(balanceAt({ ...parked, payments: [paidAt(5, 900)] }, noTax, after(30))).toBe(0);
});

describe('balance after a payment', () => {
  const paid = { ...parked, payments: [paidAt(59, 500)] };

  test('after a payment the balance stays the same for 15 minutes from its quote', () => {
    expect(balanceAt(paid, noTax, after(59))).toBe(0);
    expect(balanceAt(paid, noTax, after(74))).toBe(0);
  });

  test('once 15 minutes have passed since a payment, the balance grows again from where it stopped', () => {
    expect(balanceAt(paid, noTax, after(75))).toBe(0);
    expect(balanceAt(paid, noTax, after(76))).toBe(500);
    expect(balanceAt(paid, noTax, after(135))).toBe(500);
    expect(balanceAt(paid, noTax, after(136))).toBe(1000);
  });

  test('each payment freezes the balance for its own 15 minutes', () => {
    const twice = { ...paid, payments: [paidAt(59, 500), paidAt(100, 500)] };
    expect(balanceAt(twice, noTax, after(115))).toBe(0);
    expect(balanceAt(twice, noTax, after(150))).toBe(0);
    expect(balanceAt(twice, noTax, after(151))).toBe(500);
  });

  test('a balance quoted for a time before a payment already includes the payment', () => {
    expect(balanceAt(paid, noTax, after(58))).toBe(0);
  });
});

describe('the part without dynamic pricing', () => {
  const dynamic = { ...parked, rate: { ...fiveAnHour, base_price: cents(400) } };

  test('the part at the base price is split between payments in the same way as the price', () => {
    expect(baseOfBalance(dynamic, noTax, after(61))).toBe(800);
    const payments = [{ ...paidAt(30, 500), base_price: cents(400) }];
    expect(baseOfBalance({ ...dynamic, payments }, noTax, after(100))).toBe(400);
  });

  test('the part at the base price is unknown when the rate has no base price', () => {
    expect(baseOfBalance(parked, noTax, after(61))).toBeNull();
    expect(baseOfBalance({ ...parked, rate: null }, noTax, after(61))).toBeNull();
  });
});

test('a quote shows the balance at its time and is valid for two minutes', () => {
  const quote = quoteAt(parked, noTax, after(61));
  expect(quote).toEqual({ balance: 1000, quoted_at: after(61), holds_until: after(63) });
  expect(quoteHolds(quote.quoted_at, after(63))).toBe(true);
  expect(quoteHolds(quote.quoted_at, instant(after(63) + 1))).toBe(false);
});

test('a quote from the future is not valid', () => {
  expect(quoteHolds(after(62), after(61))).toBe(false);
});
