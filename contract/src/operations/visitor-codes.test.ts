import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LocalDate } from '../kernel/calendar.ts';
import type { Validity } from './visitor-codes.ts';
import {
  getValidityType,
  isUsable,
  noValidity,
  sentValidity,
  validityAs,
  validityTypes,
} from './visitor-codes.ts';

const full: Validity = {
  events: [1],
  days_valid: 1,
  hours_valid: 0,
  always_valid: true,
  expiration_date: '2026-06-15' as never,
};

test('a validation code’s kind is the first of events, temporary, always valid, and expiration', () => {
  expect(getValidityType(full)).toBe('events');
  expect(getValidityType({ ...full, events: [] })).toBe('temporary');
  expect(getValidityType({ ...full, events: [], days_valid: 0 })).toBe('always');
  expect(getValidityType({ ...full, events: [], days_valid: null, always_valid: false })).toBe(
    'expiration',
  );
  expect(getValidityType(noValidity)).toBeNull();
});

test('a code is usable through its last day', () => {
  const code = validityAs('expiration', full);
  const days = ['2026-06-14', '2026-06-15', '2026-06-16'] as LocalDate[];
  expect(days.map((today) => isUsable(code, today))).toEqual([true, true, false]);
  for (const type of ['events', 'temporary', 'always'] as const)
    expect([type, isUsable(validityAs(type, full), days[2] as LocalDate)]).toEqual([type, true]);
});

test('a validity is reduced to its chosen kind, and reducing it again changes nothing', () => {
  const typed = fc.record({
    events: fc.array(fc.integer({ min: 1, max: 9 })),
    days_valid: fc.option(fc.nat(400)),
    hours_valid: fc.option(fc.nat(400)),
    always_valid: fc.boolean(),
    expiration_date: fc.option(fc.constant('2026-06-15' as never)),
  });
  fc.assert(
    fc.property(typed, fc.constantFrom(...validityTypes), (validity, type) => {
      const reduced = validityAs(type, validity);
      expect([type, null]).toContain(getValidityType(reduced));
      expect(validityAs(type, reduced)).toEqual(reduced);
    }),
  );
});

test('the whole validity is sent with 0 for missing parts, and an empty one is not sent', () => {
  expect(sentValidity({ hours_valid: 3 })).toEqual({
    ...noValidity,
    days_valid: 0,
    hours_valid: 3,
  });
  expect(sentValidity({ always_valid: true })).toEqual({ ...noValidity, always_valid: true });
  expect(sentValidity({})).toBeNull();
  expect(sentValidity({ events: [] })).toBeNull();
});
