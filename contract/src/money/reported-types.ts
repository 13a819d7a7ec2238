import type { RentalType } from '../people/rentals.ts';
import { rentalTypes } from '../people/rentals.ts';

/** The rental types that reports distinguish, with labels. */
export const reportedTypes = {
  hourly: 'Hourly',
  daily: 'Daily',
  flat_rate: 'Flat rate',
  monthly: 'Monthly',
  enterprise: 'Enterprise',
  bulk_rental: 'Tenants',
} as const;
export type ReportedType = keyof typeof reportedTypes;

export const reportedTypeNames = Object.keys(reportedTypes) as [ReportedType, ...ReportedType[]];

/** The reported type of a rental. Free-until-hourly counts as hourly, so that the six types cover all revenue. */
const reportedAs = (type: RentalType): ReportedType =>
  type === 'free_until_hourly' ? 'hourly' : type;

/** The rental types that a reported type includes; all if it is undefined. */
export const typesReportedAs = (type: ReportedType | undefined): readonly RentalType[] =>
  rentalTypes.filter((rentalType) => type === undefined || reportedAs(rentalType) === type);
