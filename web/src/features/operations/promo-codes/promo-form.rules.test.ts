import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { PromoCode } from '@lotkeeper/contract/operations/promo-codes';
import { promoMessages } from '@lotkeeper/contract/operations/promo-codes';
import { expect, test } from 'vitest';
import {
  draftFromCode,
  emptyPromoDraft,
  promoBody,
  promoChange,
  promoProblems,
} from './promo-form.rules.ts';

const today = '2026-11-21' as LocalDate;
const whole = {
  ...emptyPromoDraft,
  code: 'spring15',
  notes: 'Spring',
  amount: '15',
  rentalTypes: ['hourly' as const],
};

test('a discount code form with code, description, amount, and a rental type is complete', () => {
  expect(promoProblems(whole, today)).toEqual({});
  expect(promoProblems(emptyPromoDraft, today)).toEqual({
    code: promoMessages.code,
    notes: promoMessages.notes,
    value: promoMessages.dollars,
    applicable_rental_types: promoMessages.rentalTypes,
  });
});

test.each([
  [{ code: 'A B' }, 'code', promoMessages.letters],
  [{ amount: '0' }, 'value', promoMessages.dollars],
  [{ amount: '2.50' }, 'value', promoMessages.dollars],
  [
    { type: 'percentage_discount' as const, amount: '101' },
    'percentage_discount',
    promoMessages.percentage,
  ],
  [
    { type: 'minutes_to_discount' as const, amount: '' },
    'minutes_to_discount',
    promoMessages.minutes,
  ],
  [{ expiration: '2026-11-20' as LocalDate }, 'expiration', promoMessages.expiration],
  [{ uses: '0' }, 'number_of_uses', promoMessages.uses],
  [{ simultaneous: '-1' }, 'maximum_number_of_simultaneous_rentals', promoMessages.uses],
])('the discount code form with %j reports an error at %s', (change, field, sentence) => {
  expect(promoProblems({ ...whole, ...change }, today)).toEqual({ [field]: sentence });
});

test('a discount code can expire today', () => {
  expect(promoProblems({ ...whole, expiration: today }, today)).toEqual({});
});

test('a discount in dollars is sent in cents, and a percentage as it is', () => {
  expect(promoBody(7, whole)).toMatchObject({ spot: 7, value: 1500, number_of_uses: null });
  expect(promoBody(7, { ...whole, type: 'rate_override' })).toMatchObject({ rate_override: 1500 });
  expect(promoBody(7, { ...whole, type: 'percentage_discount', uses: '9' })).toMatchObject({
    percentage_discount: 15,
    number_of_uses: 9,
  });
});

const code: PromoCode = {
  pk: 3,
  code: 'SPRING15',
  notes: 'Spring',
  discount_type: 'rate_override',
  amount: 1250,
  formatted_value: '$12.50 instead of the usual price',
  applicable_rental_types: ['hourly'],
  expiration: '2026-11-01',
  expired: true,
  number_of_uses: 9,
  maximum_number_of_simultaneous_rentals: null,
  total_uses: 4,
  qr_code: null,
};

test('an edit can keep an expired day and an amount with cents, and sends what was changed', () => {
  const before = draftFromCode(code);
  const draft = { ...before, notes: 'Longer', uses: '' };
  expect(promoProblems(draft, today, before)).toEqual({});
  expect(promoChange(draft, before)).toEqual({ notes: 'Longer', number_of_uses: null });
  const cheaper = { ...before, amount: '8' };
  expect(promoChange(cheaper, before)).toMatchObject({ rate_override: 800 });
});

test('free time for monthly rentals only is refused, because it discounts nothing', () => {
  const free = { ...whole, type: 'minutes_to_discount' as const, amount: '60' };
  expect(promoProblems({ ...free, rentalTypes: ['monthly'] }, today)).toEqual({
    applicable_rental_types: promoMessages.freeMonth,
  });
  expect(promoProblems({ ...free, rentalTypes: ['monthly', 'daily'] }, today)).toEqual({});
});
