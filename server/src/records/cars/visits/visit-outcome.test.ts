import { outcomeGroups } from '@lotkeeper/contract/cars/outcomes';
import { visitOutcomes } from '@lotkeeper/contract/people/filter-words';
import { expect, test } from 'vitest';
import type { OutcomeFacts } from './visit-outcome.ts';
import { determineOutcome } from './visit-outcome.ts';

const facts: OutcomeFacts = {
  verdict: null,
  status: 'renter',
  isOpen: false,
  hasEntrance: true,
  rental: { rental_type: 'hourly', source: 'lotkeeper', is_valet: false },
  freeBy: null,
  violation: null,
};
const rental = (more: Partial<NonNullable<OutcomeFacts['rental']>>) => ({
  rental: { rental_type: 'hourly' as const, source: 'lotkeeper', is_valet: false, ...more },
});

test.each<[string, Partial<OutcomeFacts>, string]>([
  ['a paid stay', {}, 'rental'],
  ['a stay whose rental is gone', { rental: null }, 'rental'],
  ['a monthly driver’s', rental({ rental_type: 'monthly' }), 'monthly'],
  ['a company’s', rental({ rental_type: 'enterprise' }), 'tenant'],
  ['a tenant’s', rental({ rental_type: 'bulk_rental' }), 'tenant'],
  ['one that a booking site sold', rental({ source: 'spothero' }), 'booking_site'],
  [
    'a monthly one that a booking site sold',
    rental({ source: 'spothero', rental_type: 'monthly' }),
    'monthly',
  ],
  ['one that valets parked', rental({ source: 'spothero', is_valet: true }), 'valet'],
  ['a renter’s who is still there', { isOpen: true }, 'present'],
  ['a visitor’s', { status: 'visitor', freeBy: 'person' }, 'visitor'],
  ['a visitor’s with a code', { status: 'visitor', freeBy: 'code' }, 'validated'],
  ['one while enforcement was off', { status: 'visitor', freeBy: 'unenforced' }, 'unenforced'],
  ['one within the grace period', { status: 'grace period' }, 'grace'],
  ['one that may still end within it', { status: 'grace period', isOpen: true }, 'present'],
  ['an exit without an entrance', { status: 'grace period', hasEntrance: false }, 'unexplained'],
  ['one that was charged', { status: 'enforced' }, 'enforced'],
  ['one that was charged and isn’t over', { status: 'enforced', isOpen: true }, 'enforced'],
  ['a doubtful one', { status: 'violator' }, 'unexplained'],
  ['a doubtful one that isn’t over', { status: 'violator', isOpen: true }, 'present'],
  [
    'one with a violation',
    { status: 'violator', violation: 'Created', isOpen: true },
    'violation_open',
  ],
  ['one that a person found misread', { status: 'violator', verdict: 'misread' }, 'misread'],
  ['a tow truck’s', { isOpen: true, verdict: 'not_customer' }, 'not_customer'],
  ['one with an appealed violation', { violation: 'Appealed' }, 'violation_appealed'],
  ['one with a paid violation', { status: 'violator', violation: 'Paid' }, 'violation_paid'],
  ['one with a waived violation', { status: 'violator', violation: 'Waived' }, 'violation_waived'],
])('%s has one outcome', (_, more, outcome) => {
  expect(determineOutcome({ ...facts, ...more })).toBe(outcome);
});

test('each outcome is in one group', () => {
  expect(Object.values(outcomeGroups).flat().sort()).toEqual([...visitOutcomes].sort());
});
