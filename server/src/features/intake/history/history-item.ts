import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import type { CarInput } from '../../../records/cars.ts';
import type { Renter } from '../../../records/people/rentals.ts';

interface Paid {
  /** The ID in the system that exported it; null = it has none. */
  id: string | null;
  spot_pk: number;
  paid_at: Instant;
  amount: Cents;
  tax: Cents;
  fee: Cents;
}

/** A rental with its payment, and what of it was refunded. */
export interface RentalRow extends Paid {
  kind: 'rental';
  rental_type: RentalType;
  starts_at: Instant;
  /** null = a monthly driver who parks now. */
  ends_at: Instant | null;
  refund: Cents;
  /** When it was refunded, if that isn’t when it was paid. */
  refunded_at?: Instant;
  /** The tax in the refund. */
  refund_tax: Cents;
  car: CarInput | null;
  renter: Renter | null;
  price_monthly: Cents | null;
}

/** A further payment of a rental, or a refund. A refund that came back has a negative amount. */
export interface LaterRow extends Paid {
  kind: 'payment' | 'refund';
  /** The ID of the rental or payment; null for a refund of the property. */
  rental_id: string | null;
}

export type HistoryItem = RentalRow | LaterRow;

/** In the order they are recorded: what is refunded comes first, wherever it is in the file. */
export const historyKinds = ['rental', 'payment', 'refund'] as const;
export type HistoryKind = (typeof historyKinds)[number];
