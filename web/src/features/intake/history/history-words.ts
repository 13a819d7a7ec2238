import type {
  HistoryImport,
  HistoryPreview,
  HistoryReading,
} from '@lotkeeper/contract/intake/history';
import { propertyZone } from '@lotkeeper/contract/intake/history';
import type { HistoryColumn } from '@lotkeeper/contract/intake/history-columns';
import { formatCount, formatDate, formatMoneyExact, formatMonth } from '../../../kernel/format.ts';

export const columnNames: Record<HistoryColumn, string> = {
  id: 'ID',
  rental_id: 'ID of its payment',
  kind: 'Payment or refund',
  property: 'Property',
  starts_at: 'Start',
  starts_time: 'Time of the start',
  ends_at: 'End',
  ends_time: 'Time of the end',
  paid_at: 'Paid on',
  paid_time: 'Time of the payment',
  zone: 'Time zone',
  amount: 'Amount with tax',
  price: 'Amount before tax',
  tax: 'Tax',
  fee: 'Processing fee',
  refund: 'Refunded',
  refunded_at: 'Refunded on',
  tip: 'Tip',
  app_fee: 'Fee that an app keeps',
  net: 'Net, to compare',
  total: 'Total, to compare',
  currency: 'Currency',
  status: 'Status',
  rental_type: 'Rental type',
  price_monthly: 'Monthly price',
  plate: 'Plate',
  state: 'State of the plate',
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  ignore: 'Ignore',
};

export const contentsNames = {
  payments: 'Rentals and payments',
  refunds: 'Refunds',
  monthly_drivers: 'Monthly drivers',
} as const;

export const moneyFormNames = {
  point: '1,234.50',
  comma: '1.234,50',
  cents: '123450 cents',
} as const;

export const extrasNames = {
  included: 'In the amounts: leave them out',
  beside: 'Not in the amounts',
} as const;

const zoneNames: Record<string, string> = {
  [propertyZone]: 'The time of each property',
  UTC: 'UTC',
  'America/New_York': 'Eastern time',
  'America/Chicago': 'Central time',
  'America/Denver': 'Mountain time',
  'America/Phoenix': 'Arizona time',
  'America/Los_Angeles': 'Pacific time',
  'America/Anchorage': 'Alaska time',
  'Pacific/Honolulu': 'Hawaii time',
};

/** The zones to choose from, and the chosen one if it's another. */
export const listZones = (chosen: string) =>
  [...new Set([...Object.keys(zoneNames), chosen])].map((value) => ({
    value,
    label: zoneNames[value] ?? value,
  }));

/** All choices of a preview, so that the file is imported exactly as shown. */
export function toReading(preview: HistoryPreview): HistoryReading {
  const { encoding, delimiter, sheet, header_line, columns, contents, zone, date_order } = preview;
  const { money_form, has_extras, extras_included, spot, spots } = preview;
  return {
    ...(sheet === null ? { encoding, delimiter } : { sheet }),
    header_line,
    fields: columns.map(({ field }) => field),
    contents,
    zone,
    date_order,
    money_form,
    ...(has_extras && extras_included !== null ? { extras_included } : {}),
    ...(spot === null ? {} : { spot }),
    spots,
  };
}

const describeDays = (first: string | null, last: string | null) =>
  first === null || last === null ? '' : `${formatDate(first)} to ${formatDate(last)}`;

/** How a file's own net or total differs from what is read. */
export const describeDifference = ({
  month,
  column,
  file,
  read,
}: HistoryPreview['differences'][number]) =>
  `${formatMonth(month.slice(0, 7))}: The file says ${formatMoneyExact(file)} ${column === 'net' ? 'net' : 'in total'}; these columns make ${formatMoneyExact(read)}.`;

/** What a file adds up to, to be compared with the old system. */
export function describeTotal({
  total,
  contents,
  first_day,
  last_day,
  good,
  unchanged,
}: HistoryPreview): string {
  if (good === 0) return 'No row can be imported yet.';
  const days = describeDays(first_day, last_day);
  if (contents === 'monthly_drivers') {
    return `${formatCount(good)} monthly ${good === 1 ? 'driver' : 'drivers'}. Is that what your old system says?`;
  }
  const refunds = total.refunds > 0 ? `, ${formatMoneyExact(total.refunds)} refunded` : '';
  const rows = `${formatCount(good)} ${good === 1 ? 'row' : 'rows'}`;
  const known =
    unchanged > 0
      ? ` ${formatCount(unchanged)} of them ${unchanged === 1 ? 'is' : 'are'} already there.`
      : '';
  return `${rows}, ${formatMoneyExact(total.amount)}${refunds}, ${days}.${known} Is that what your old system says?`;
}

/** What became of an import's rows. */
export function describeImport(found: HistoryImport): string {
  const { recorded, unchanged, refused, gross, refunds, first_day, last_day } = found;
  const counts = [
    `${formatCount(recorded)} recorded`,
    `${formatCount(unchanged)} unchanged`,
    `${formatCount(refused)} refused`,
  ].join(', ');
  if (gross === 0 && refunds === 0) return `${counts}.`;
  const back = refunds > 0 ? `, ${formatMoneyExact(refunds)} refunded` : '';
  return `${counts}. ${formatMoneyExact(gross)}${back}, ${describeDays(first_day, last_day)}.`;
}
