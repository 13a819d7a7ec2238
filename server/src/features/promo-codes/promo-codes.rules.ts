import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { PromoCode } from '@lotkeeper/contract/promo-codes';
import { formatDiscount } from '@lotkeeper/contract/promo-codes';
import { bookingLink } from '@lotkeeper/contract/spots';
import type { FlyerSpot, PromoCodeRow } from './promo-codes.queries.ts';

/** Where drivers book with a code: the property's booking link with the code in it; null where there is no link. */
export function promoLink(spot: Pick<FlyerSpot, 'webflow_page_url'>, code: string): string | null {
  const link = bookingLink(spot);
  if (!link) return null;
  const address = new URL(link);
  address.searchParams.set('promo', code);
  return address.href;
}

/** A code on the wire, as of a day at its property. */
export function toPromoCode(code: PromoCodeRow, spot: FlyerSpot, today: LocalDate): PromoCode {
  const { amount, created_at: _, ...row } = code;
  return {
    ...row,
    formatted_value: formatDiscount(row.discount_type, amount),
    expired: row.expiration !== null && row.expiration < today,
    qr_code: promoLink(spot, row.code),
  };
}
