import type { EntryKind } from '@lotkeeper/contract/money/ledger';
import type { RentalType } from '@lotkeeper/contract/people/rentals';

/** The kinds of ledger entries as pages call them. */
export const entryKindNames: Record<EntryKind, string> = {
  charge: 'Charge',
  refund: 'Refund',
  penalty: 'Penalty',
  payout: 'Payout',
};

/** Every rental type as pages of one rental or entry call it; reports know fewer (`reportedTypes`). */
export const rentalTypeNames: Record<RentalType, string> = {
  hourly: 'Hourly',
  daily: 'Daily',
  flat_rate: 'Flat rate',
  free_until_hourly: 'Hourly, the first hours free',
  monthly: 'Monthly',
  enterprise: 'Enterprise',
  bulk_rental: 'Tenant',
};
