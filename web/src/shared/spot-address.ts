import type { Spot } from '@lotkeeper/contract/platform/spots';

/** A property's address in one line. */
export function formatAddress(spot: Pick<Spot, 'address'>): string {
  const { address_line1, city, state } = spot.address;
  return `${address_line1}, ${city}, ${state}`;
}
