import type { Spot } from '@lotkeeper/contract/platform/spots';

/** A property's address in one line. */
export function formatAddress(spot: Pick<Spot, 'address'>): string {
  return `${spot.address.address_line1}, ${formatCity(spot)}`;
}

/** The city of a property, such as 'Phoenix, AZ'. */
export const formatCity = ({ address: { city, state } }: Pick<Spot, 'address'>) =>
  `${city}, ${state}`;
