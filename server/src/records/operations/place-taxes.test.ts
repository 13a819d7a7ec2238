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

const place = (authority: string, rate: number, terms: Partial<TaxTerms> = {}) =>
  tax(authority, '2026-01-01', rate, 'transient', terms);
const week = 7 * 24;
const chicago = [
  place('Chicago', 23_250),
  place('Cook County', 6000, { above: 200, max_days: 6 }),
  place('Cook County, week', 9000, { above: 1000, min_days: 7 }),
];
const miami = [place('Miami', 15_000), place('Florida', 7000, { on_taxes: true })];
const newYork = [
  place('New York State', 4000),
  place('New York City', 6000),
  place('MCTD', 375),
  place('Manhattan', 8000, { may_be_exempt: true }),
];

// The examples of places in docs/money.md.
test.each([
  ['Miami: 15 % of 100.00 is 15.00, and 7 % of 115.00 is 8.05', miami, 10_000, 1, 2305],
  ['Florida without Miami: 7 %', miami.slice(1), 10_000, 1, 700],
  ['Chicago: 23.25 %, and nothing for the county of 2.00', chicago, 200, 1, 46],
  ['Chicago: 6 % for the county above 2.00', chicago, 201, 1, 59],
  ['Chicago: 6 % for the county for a day', chicago, 10_000, 24, 2925],
  ['Chicago: 9 % for the county for a week', chicago, 10_000, week, 3225],
  ['Chicago: nothing for the county of 10.00 for a week', chicago, 1000, week, 232],
  ['San Francisco: 25 % of 24.00, which is 20 % of 30.00', [place('SF', 25_000)], 2400, 1, 600],
  ['Philadelphia: 22.5 %', [place('Philadelphia', 22_500)], 2000, 1, 450],
  ['Manhattan: 18.375 %', newYork, 10_000, 1, 1838],
  ['Seattle: 14.5 % of the fee', [place('Seattle', 14_500)], 2000, 1, 290],
  ['Pittsburgh: 37.5 %', [place('Pittsburgh', 37_500)], 800, 1, 300],
  ['Los Angeles: 10 %', [place('Los Angeles', 10_000)], 1255, 1, 126],
])('a charge has the tax of its place. %s', (_place, taxes, price, hours, expected) => {
  expect(payFor(taxes, price, hours)).toEqual([price + expected, expected]);
});
