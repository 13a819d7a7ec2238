import type { EntryKind } from '@lotkeeper/contract/money/ledger';
import type { RentalType } from '@lotkeeper/contract/people/rentals';

export const entryKindNames: Record<EntryKind, string> = {
  charge: 'Charge',
  refund: 'Refund',
  penalty: 'Penalty',
  payout: 'Payout',
};

/** The names of all rental types, for pages about a rental or an entry; reports know fewer (`reportedTypes`). */
export const rentalTypeNames: Record<RentalType, string> = {
  hourly: 'Hourly',
  daily: 'Daily',
  flat_rate: 'Flat rate',
  free_until_hourly: 'Hourly, the first hours free',
  monthly: 'Monthly',
  enterprise: 'Enterprise',
  bulk_rental: 'Tenant',
};
