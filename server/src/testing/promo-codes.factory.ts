import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { TestSpot } from './spots.factory.ts';
import type { TestApp } from './test-app.ts';

/** By default, an active discount code of a property: 15 % off every kind of rental. */
export async function makePromoCode(
  sql: TestApp['database']['system'],
  spot: TestSpot,
  of: Partial<{
    code: string;
    discount_type: string;
    amount: number;
    expiration: string | null;
    number_of_uses: number | null;
    maximum_number_of_simultaneous_rentals: number | null;
  }> = {},
): Promise<{ pk: number; code: string }> {
  const row = {
    organization_id: spot.organization,
    spot_pk: spot.pk,
    code: 'SPRING15',
    notes: 'Spring',
    discount_type: 'percentage_discount',
    amount: 15,
    applicable_rental_types: ['hourly', 'flat_rate', 'daily', 'monthly'],
    created_at: fromIso('2026-01-01T00:00:00Z'),
    ...of,
  };
  const [made] = await sql<[{ pk: number; code: string }]>`
    insert into promo_codes ${sql.values(row)} returning pk, code`;
  return made;
}
