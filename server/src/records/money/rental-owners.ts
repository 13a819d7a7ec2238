import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import { isBookingSite } from '@lotkeeper/contract/people/rentals';
import type { Recorder, RefusedItem, SourceKey } from '../recorder.ts';
import { sourceKey } from '../recorder.ts';
import type { MovementOwner } from './entries.ts';

/** What is known of a rental when an update for it arrives. */
export interface RentalRow extends SourceKey {
  pk: number;
  spot_pk: number;
  rental_type: RentalType;
  car_pk: number | null;
  renter_first_name: string | null;
  renter_last_name: string | null;
  renter_email: string | null;
  renter_phone: string | null;
  start_date: Instant;
  end_date: Instant | null;
  price_monthly: Cents | null;
  auto_started: boolean;
  marketed: boolean;
  paid: boolean;
  changed_at: Instant | null;
  ended_at: Instant | null;
}

/** The refusal of an item that names a missing rental. */
export const noSuchRental: RefusedItem = {
  outcome: 'refused',
  field: 'external_id',
  detail: 'There is no such rental.',
};

/** Finds rentals by source and external id; those found for a change are locked, in key order. */
export async function findRentals(
  { tx, organizationId }: Recorder,
  names: readonly SourceKey[],
  { locked }: { locked: boolean },
): Promise<Map<string, RentalRow>> {
  if (names.length === 0) return new Map();
  const rows = await tx<RentalRow[]>`
    select pk, source, external_id, spot_pk, rental_type, car_pk, renter_first_name, renter_last_name,
      renter_email, renter_phone, start_date, end_date, price_monthly, auto_started, marketed, paid,
      changed_at, ended_at
    from rentals
    where organization_id = ${organizationId} and (source, external_id) in (
      select * from unnest(${names.map((name) => name.source)}::text[], ${names.map((name) => name.external_id)}::text[]))
    order by source, external_id
    ${locked ? tx`for no key update` : tx``}`;
  return new Map(rows.map((row) => [sourceKey(row), row]));
}

/** What later ledger entries of a rental belong to. */
export const toOwner = (rental: RentalRow): Omit<MovementOwner, 'first'> => ({
  source: rental.source,
  spot_pk: rental.spot_pk,
  rental_type: rental.rental_type,
  rental_pk: rental.pk,
  auto_started: rental.auto_started,
  marketed: isMarketed(rental),
});

/** Whether a rental's revenue counts as marketing. */
export const isMarketed = (rental: {
  source: string;
  marketed?: boolean;
  promo_code?: string | null;
}) => rental.marketed === true || Boolean(rental.promo_code) || isBookingSite(rental.source);
