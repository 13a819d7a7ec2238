import type { Slot } from '@lotkeeper/contract/people/drivers';
import { expect, test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { EditDriverDialog } from './edit-driver.tsx';

const slot: Slot = {
  pk: 3,
  uuid: '',
  rental_type: 'monthly',
  cars_detail: [{ plate: 'ABC1234', state: 'AZ', country: 'US' }],
  contact_shown: true,
  renter_first_name: 'Ann',
  renter_last_name: 'Lee',
  renter_email: null,
  renter_phone: null,
  start_date: '',
  end_date: null,
  price_monthly: null,
  price_monthly_after_promo: null,
  paid: true,
  promo_code_info: null,
  auto_started: false,
};

test('each field of a rental is sent when it alone was changed', async () => {
  const changes = await expectEachFieldIsSent({
    show: () => <EditDriverDialog slot={slot} onDone={() => undefined} onClose={() => undefined} />,
  });
  expect(changes).toEqual({
    'License Plate': ['car'],
    State: ['car'],
    'Discount Code': ['promo_code'],
  });
});
