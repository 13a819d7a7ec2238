import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { PromoCode } from '@lotkeeper/contract/operations/promo-codes';
import {
  formatDiscount,
  isWithoutEffect,
  promoMessages,
} from '@lotkeeper/contract/operations/promo-codes';
import { bookingLink } from '@lotkeeper/contract/platform/spots';
import { wrongFields } from '../../../kernel/refusal.ts';
import type { FlyerSpot, PromoCodeRow } from './promo-codes.queries.ts';

/** Where drivers book with a code: the property's booking link with the code added; null without a link. */
export function promoLink(spot: Pick<FlyerSpot, 'webflow_page_url'>, code: string): string | null {
  const link = bookingLink(spot);
  if (!link) return null;
  const address = new URL(link);
  address.searchParams.set('promo', code);
  return address.href;
}

/** A code on the wire, as of a day at its property. */
export function toPromoCode(code: PromoCodeRow, spot: FlyerSpot, today: LocalDate): PromoCode {
  const { created_at: _, ...row } = code;
  return {
    ...row,
    formatted_value: formatDiscount(row.discount_type, row.amount),
    expired: row.expiration !== null && row.expiration < today,
    qr_code: promoLink(spot, row.code),
  };
}

/** Refuses a last day that is over at the property. */
export function refusePast(expiration: LocalDate | null, today: LocalDate): void {
  if (expiration !== null && expiration < today) {
    throw wrongFields({ expiration: promoMessages.expiration });
  }
}

/** Refuses a discount that reduces no price. */
export function refuseUseless({
  discount_type,
  applicable_rental_types,
}: Pick<PromoCode, 'discount_type' | 'applicable_rental_types'>): void {
  if (isWithoutEffect(discount_type, applicable_rental_types)) {
    throw wrongFields({ applicable_rental_types: promoMessages.freeMonth });
  }
}
