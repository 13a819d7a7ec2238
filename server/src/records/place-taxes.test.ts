import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { TaxTerms } from '@lotkeeper/contract/money/taxes';
import { noTerms } from '@lotkeeper/contract/money/taxes';
import type { RentalGroup } from '@lotkeeper/contract/people/rentals';
import { expect, test } from 'vitest';
import { computeBreakdown, paidFor } from './payment-parts.ts';
import { findStayRates } from './place-taxes.ts';

const tax = (
  authority: string,
  from: string,
  rate: number,
  group: RentalGroup = 'transient',
  terms: Partial<TaxTerms> = {},
) => ({
  ...noTerms,
  ...terms,
  authority,
  starts_on: from as LocalDate,
  rate,
  rental_groups: [group],
});

const property = {
  timezone: 'America/Phoenix' as TimeZone,
  tax_rate: 800 as BasisPoints,
  processing_rate: 290 as BasisPoints,
  place_taxes: [
    tax('City', '2026-06-01', 4625),
    tax('State', '2026-06-01', 5000),
    tax('City', '2026-06-15', 6000),
    tax('City', '2026-06-10', 1000, 'monthly'),
  ],
};

test.each([
  ['2026-05-31T20:00:00Z', 800, 'the organization’s before there are any'],
  ['2026-06-12T20:00:00Z', 962.5, 'the sum of both, without those of other rentals'],
  ['2026-06-15T06:59:00Z', 962.5, 'those of the property’s day, which isn’t over'],
  ['2026-06-15T07:00:00Z', 1100, 'the new one from its first day on'],
])('a stay that begins at %s has a rate of %d basis points: %s', (from, rate) => {
  expect(findStayRates(property, fromIso(from))).toEqual({ tax_rate: rate, processing_rate: 290 });
});

/** What a driver pays for a price, and the tax in it, of a stay that begins in June. */
function payFor(place_taxes: ReturnType<typeof tax>[], price: number, hours = 1) {
  const from = fromIso('2026-06-20T20:00:00Z');
  const until = instant(from + hours * hourMs);
  const rates = findStayRates({ ...property, place_taxes }, from, until);
  const paid = paidFor(cents(price), rates);
  return [paid, computeBreakdown(paid, rates).tax];
}

test('in Miami the state’s tax is on the city’s surcharge too', () => {
  const taxes = [
    tax('Miami', '2026-01-01', 15_000),
    tax('Florida', '2026-01-01', 7000, 'transient', { on_taxes: true }),
  ];
  // 15 % of 1000 is 150, and 7 % of 1150 is 80.5: 23.05 %.
  expect(payFor(taxes, 10_000)).toEqual([12_305, 2305]);
  expect(payFor(taxes.slice(1), 10_000)).toEqual([10_700, 700]);
});

test('in Chicago the county has no tax on small charges, and another rate for longer stays', () => {
  const taxes = [
    tax('Chicago', '2026-01-01', 23_250),
    tax('Cook County', '2026-01-01', 6000, 'transient', { above: 200, max_days: 1 }),
    tax('Cook County, longer', '2026-01-01', 9000, 'transient', { above: 1000, min_days: 2 }),
  ];
  expect(payFor(taxes, 200)).toEqual([246, 46]);
  // Of 201 to 246 that a driver paid, the county has nothing where the price is at most 200.
  expect(payFor(taxes, 201)).toEqual([260, 59]);
  expect(payFor(taxes, 1000, 24)).toEqual([1292, 292]);
  expect(payFor(taxes, 10_000, 25)).toEqual([13_225, 3225]);
  expect(payFor(taxes, 1000, 25)).toEqual([1232, 232]);
});
