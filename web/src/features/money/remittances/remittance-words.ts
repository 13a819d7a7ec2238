import type { BookingSite } from '@lotkeeper/contract/money/booking-lists';
import { bookingSites } from '@lotkeeper/contract/money/booking-lists';
import type { RemittanceColumn, RemittancePreview } from '@lotkeeper/contract/money/remittances';
import { aggregatorNames } from '@lotkeeper/contract/people/aggregator-rentals';
import { formatCount, formatDayRange, formatMoneyExact } from '../../../kernel/format.ts';
import type { ImportResult } from './remittances.api.ts';

export const siteOptions = bookingSites.map((value: BookingSite) => ({
  value,
  label: aggregatorNames[value],
}));

export const columnNames: Record<RemittanceColumn, string> = {
  reference: 'Booking reference',
  property: 'Property',
  start: 'Start',
  end: 'End',
  gross: 'Price',
  commission: 'Commission',
  remitted: 'Remitted',
  status: 'Status',
  currency: 'Currency',
  ignore: 'Nothing needed',
};

export const countBookings = (count: number) =>
  `${formatCount(count)} ${count === 1 ? 'booking' : 'bookings'}`;

const countRefused = (count: number) =>
  count === 0
    ? ''
    : ` ${count === 1 ? '1 line isn’t a booking.' : `${formatCount(count)} lines aren’t bookings.`}`;

/** What is in a file, as one line. */
export function describeFile(file: RemittancePreview): string {
  if (file.lines === 0 || !file.first_date || !file.last_date) return countRefused(file.refused);
  const days = formatDayRange(file.first_date, file.last_date);
  return `${countBookings(file.lines)}, ${days}, ${formatMoneyExact(file.remitted)} remitted.${countRefused(file.refused)}`;
}

/** What came of a file. */
export function describeImport({ lines, added, known, refused, matched }: ImportResult): string {
  const duplicates = known > 0 ? ` ${formatCount(known)} were here already.` : '';
  return `${countBookings(added)} of ${formatCount(lines)} added.${duplicates} Of the site’s bookings on these days, ${formatCount(matched)} belong to your rentals.${countRefused(refused)}`;
}
