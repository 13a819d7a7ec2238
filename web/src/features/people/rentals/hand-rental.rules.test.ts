import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import type { HandDraft } from './hand-rental.rules.ts';
import { toHandBody, toPaymentBody } from './hand-rental.rules.ts';

const draft: HandDraft = {
  spot: '7',
  rental_type: 'hourly',
  day: '2026-06-15' as LocalDate,
  starts: '22:30',
  ends: '01:00',
  amount: '10.80',
  tax: '',
  plate: '',
  pair: null,
  reason: 'Cash',
};

test('times are of the property’s zone, and an end before the start is on the next day', () => {
  expect(toHandBody(draft, 'America/Phoenix', 'x')).toEqual({
    spot: 7,
    rental_type: 'hourly',
    starts_at: fromIso('2026-06-16T05:30:00Z'),
    ends_at: fromIso('2026-06-16T08:00:00Z'),
    car: null,
    amount: 1080,
    tax: 0,
    reason: 'Cash',
    request: 'x',
  });
});

test('what is missing stays missing, for the contract to name', () => {
  const body = toHandBody({ ...draft, starts: '', amount: '', plate: 'ABC' }, 'UTC', 'x');
  expect(body).toMatchObject({ starts_at: NaN, amount: NaN, car: { plate: 'ABC', state: '' } });
});

test('a payment has its time in the property’s zone, also where clocks change', () => {
  const payment = { day: '2026-11-01' as LocalDate, time: '01:30', amount: '5', tax: '0.40' };
  expect(toPaymentBody({ ...payment, reason: 'Cash' }, 'America/Los_Angeles', 'x')).toEqual({
    paid_at: fromIso('2026-11-01T08:30:00Z'),
    amount: 500,
    tax: 40,
    reason: 'Cash',
    request: 'x',
  });
});
