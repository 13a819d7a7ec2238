import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { PromoCode } from '@lotkeeper/contract/operations/promo-codes';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listFormValues } from '../../../shared/test-form-values.ts';
import { showPage } from '../../../shared/test-page.tsx';
import { PromoDialog } from './promo-form.tsx';

const promo: PromoCode = {
  pk: 3,
  code: 'SPRING',
  notes: 'Flyer',
  discount_type: 'value',
  amount: 500,
  formatted_value: '$5 off',
  applicable_rental_types: ['hourly', 'daily'],
  expiration: '2026-06-10',
  expired: false,
  number_of_uses: 100,
  maximum_number_of_simultaneous_rentals: 5,
  total_uses: 0,
  qr_code: null,
};

async function showPromo(saved: Partial<PromoCode>) {
  showPage({
    show: () => (
      <PromoDialog
        spot={{ pk: 1, name: 'Lagoon' }}
        today={'2026-05-11' as LocalDate}
        edited={{ ...promo, ...saved }}
        onSaved={() => undefined}
        onClose={() => undefined}
      />
    ),
  });
  await screen.findByRole('button', { name: 'Save' });
}

test.each<[string, Partial<PromoCode>, string, string]>([
  ['dollars', {}, 'Discount: Dollar amount', 'Amount off in $: 5'],
  [
    'minutes',
    { discount_type: 'minutes_to_discount', amount: 90 },
    'Discount: Time',
    'Free minutes: 90',
  ],
])('an edited discount code of %s starts with what is saved', async (_, saved, kind, amount) => {
  await showPromo(saved);
  expect(listFormValues()).toEqual([
    'Code: SPRING',
    'Description: Flyer',
    kind,
    amount,
    'Hourly',
    'Daily',
    'Number of uses: 100',
    'Rentals at the same time: 5',
  ]);
  expect(screen.getByRole('button', { name: 'Expiration' })).toHaveTextContent('Jun 10, 2026');
});

test('the amount of one kind of discount isn’t taken for another one', async () => {
  await showPromo({});
  fireEvent.click(screen.getByRole('radio', { name: 'Percentage' }));
  expect(screen.getByRole('textbox', { name: 'Percent off' })).toHaveValue('');
});
