import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { PromoCode } from '@lotkeeper/contract/operations/promo-codes';
import { test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
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

test.each<[string, Partial<PromoCode>]>([
  ['an unused discount code', {}],
  ['an unused percentage', { discount_type: 'percentage_discount', amount: 20 }],
  ['a used discount code', { total_uses: 2 }],
])('each field of %s is sent when it alone was changed', async (_, more) => {
  await expectEachFieldIsSent({
    show: () => (
      <PromoDialog
        spot={{ pk: 1, name: 'Lagoon' }}
        today={'2026-05-11' as LocalDate}
        edited={{ ...promo, ...more }}
        onSaved={() => undefined}
        onClose={() => undefined}
      />
    ),
  });
});
