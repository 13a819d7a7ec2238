import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import type { RentalGroup } from '@lotkeeper/contract/people/rentals';
import { expect, test } from 'vitest';
import { findStayRates } from './place-taxes.ts';

const tax = (authority: string, from: string, rate: number, group: RentalGroup = 'transient') => ({
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
