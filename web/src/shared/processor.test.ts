import { expect, test } from 'vitest';
import { stripeFields } from './processor.ts';

test('payout details are sent to Stripe under its own field names', () => {
  expect(
    stripeFields({
      kind: 'bank_account',
      routing_number: '110000000',
      account_number: '000123456789',
    }),
  ).toEqual({
    'bank_account[country]': 'US',
    'bank_account[currency]': 'usd',
    'bank_account[account_holder_type]': 'company',
    'bank_account[routing_number]': '110000000',
    'bank_account[account_number]': '000123456789',
  });
  expect(stripeFields({ kind: 'ein', ein: '12-3456789' })).toEqual({
    'account[business_type]': 'company',
    'account[company][tax_id]': '123456789',
  });
  expect(
    stripeFields({
      kind: 'representative',
      first_name: 'Robin',
      last_name: 'Reyes',
      birth_date: '04/09/1979',
    }),
  ).toMatchObject({
    'person[dob][month]': '4',
    'person[dob][day]': '9',
    'person[dob][year]': '1979',
  });
});
