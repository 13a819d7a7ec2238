import { parseLocalDate, startOfDay } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { dollarsText } from '@lotkeeper/contract/kernel/money';
import { weekdayNames } from '@lotkeeper/contract/kernel/weekdays';
import type { DiscountType } from '@lotkeeper/contract/operations/promo-codes';
import {
  discountTypes,
  formatDiscount,
  promoRentalTypes,
} from '@lotkeeper/contract/operations/promo-codes';
import { toMinutes } from '@lotkeeper/contract/operations/recurrence';
import { roleOptions } from '@lotkeeper/contract/people/team';
import { commissionBases } from '@lotkeeper/contract/platform/organization-terms';
import { deskScopeTexts, secondReadTexts } from '@lotkeeper/contract/platform/spot-fields';

/** The values of an audit entry, as stored. */
export type AuditValues = Record<string, unknown> | null;

/** The fields of records as the forms label them. Others are shown by their names, without underscores. */
const labels: Readonly<Record<string, string>> = {
  address_line1: 'Address',
  always_valid: 'Always valid',
  applicable_rental_types: 'Valid for',
  bank_name: 'Bank',
  can_add_driver: 'Can add drivers',
  clock_offset_ms: 'Clock',
  codes: 'Validation codes',
  commission_base: 'Commission on',
  commission_base_from: 'Base in force from',
  commission_percent: 'Commission in percent',
  contact_info_daily: 'Staff see the contact information of daily drivers',
  contact_info_flat: 'Staff see the contact information of flat rate drivers',
  contact_info_hourly: 'Staff see the contact information of hourly drivers',
  curve: 'Pricing model',
  daily_max: 'Daily maximum',
  daily_min: 'Daily minimum',
  date: 'Start date',
  days_valid: 'Days',
  dynamic_daily_max: 'Daily maximum',
  display_price: 'Price',
  end_date: 'Last day',
  enforcement_enabled: 'Enforcement is on',
  desk_days: 'Days at the plate desk',
  desk_shows: 'The plate desk shows',
  event_names: 'Events',
  expiration_date: 'Expiration',
  file: 'File',
  from: 'First day',
  grace_minutes: 'Grace period in minutes',
  grants: 'May send',
  hidden: 'Hidden from the list',
  hold_above_amount: 'Hold charges above',
  hold_above_hours: 'Hold stays longer than (hours)',
  hold_above_posted: 'Hold charges above the posted price',
  hold_after_outage: 'Hold charges after a camera outage',
  hours_valid: 'Hours',
  is_lot_closed: 'Closed to the public',
  kept_for: 'Kept for',
  spot_pk: 'Property',
  last_four: 'Account ending in',
  maximum_number_of_simultaneous_rentals: 'Rentals at the same time',
  min_charge_confidence: 'Minimum confidence for a charge in percent',
  notes: 'Description',
  number_of_uses: 'Number of uses',
  payout_schedule: 'Payouts',
  penalty_amount: 'Penalty',
  price_daily: 'Daily price',
  price_flat: 'Flat rate',
  price_hourly: 'Hourly price',
  price_monthly: 'Monthly price',
  processing_percent: 'Processing fee in percent',
  promo_code: 'Discount code',
  quantity: 'Spaces',
  quantity_monthly: 'Spaces for monthly drivers',
  repeat_on_day: 'Weekday',
  repeat_on_week: 'Week of the month',
  second_read: 'A charge needs two reads',
  show_timeline: 'Show the timeline',
  spaceforce_multiplier: 'Enforcement',
  start_date: 'First day',
  tax_percent: 'Tax in percent',
  timezone: 'Time zone',
  visibility_page_section: 'Visibility page',
  waived_reason: 'Reason',
  webflow_page_url: 'Booking link',
};

/** Numbers of records, which no form shows. */
const hiddenFields: readonly string[] = ['pk', 'spot', 'organization', 'car', 'uuid'];

/** Fields with whole cents. */
const moneyFields: readonly string[] = [
  'amount',
  'price',
  'display_price',
  'price_hourly',
  'price_daily',
  'price_monthly',
  'price_flat',
  'penalty_amount',
  'hold_above_amount',
  'daily_min',
  'daily_max',
  'dynamic_daily_max',
  // Of pricing models.
  'start',
  'prices',
  'totals',
];

/** What is written about names of choices as they are stored. */
const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  interval: { one_time: 'One time', daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' },
  repeat_on_day: Object.fromEntries(weekdayNames.map((name, day) => [String(day), name])),
  repeat_on_week: { 1: 'First', 2: 'Second', 3: 'Third', 4: 'Fourth', [-1]: 'Last' },
  applicable_rental_types: promoRentalTypes,
  rental_type: promoRentalTypes,
  commission_base: commissionBases,
  payout_schedule: { monthly: 'Monthly', weekly: 'Weekly', daily: 'Daily' },
  visibility_page_section: { all: 'All', none: 'None', cameras: 'Cameras', stats: 'Stats' },
  second_read: secondReadTexts,
  desk_shows: deskScopeTexts,
  role: Object.fromEntries(roleOptions.map(({ value, label }) => [value, label])),
  price_unit: { hour: 'Per hour', flat: 'Per stay' },
  unit: { hour: 'Per hour', day: 'Per day', month: 'Per month', flat: 'Per stay' },
  // It is stored as a factor; the form has one switch.
  spaceforce_multiplier: { 0: 'Off' },
};

const startsUpper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const clockTime = (time: string) => {
  const minutes = toMinutes(time) % (24 * 60);
  const hour = Math.floor(minutes / 60);
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`;
  return `${hour % 12 || 12}${rest} ${hour < 12 ? 'AM' : 'PM'}`;
};

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

function textValue(text: string): string {
  if (/^\d\d:\d\d:\d\d$/.test(text)) {
    return text === '24:00:00' ? 'Midnight, end of day' : clockTime(text);
  }
  const date = parseLocalDate(text);
  return date ? dayFormat.format(startOfDay(date, 'UTC')) : text;
}

/** What is written about a choice; undefined if the field has no such one. */
function choiceWords(field: string, value: string | number): string | undefined {
  const words = choices[field];
  return words && Object.hasOwn(words, value) ? words[value] : undefined;
}

/** A stored value of a field in people’s words; '–' for nothing. */
function valueWords(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (Array.isArray(value)) {
    return value.length === 0 ? '–' : value.map((item) => valueWords(field, item)).join(', ');
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return choiceWords(field, value) ?? numberWords(field, value);
  if (typeof value === 'string') return choiceWords(field, value) ?? textValue(value);
  return objectWords(value as Record<string, unknown>);
}

function numberWords(field: string, value: number): string {
  if (moneyFields.includes(field)) return dollarsText(value as Cents);
  if (field === 'spaceforce_multiplier') return 'On';
  if (field === 'growth') return `${value / 100}%`;
  return field === 'clock_offset_ms' ? `${value / minuteMs} minutes` : String(value);
}

/** The parts of a value that has several, such as a pricing model with its prices. */
function objectWords({ kind, ...fields }: Record<string, unknown>): string {
  const words = Object.entries(fields)
    .filter(([name, part]) => part !== null && part !== '' && !hiddenFields.includes(name))
    .map(([name, part]) => `${labelField(name).toLowerCase()} ${valueWords(name, part)}`);
  const name = typeof kind === 'string' ? [startsUpper(kind.replaceAll('_', ' '))] : [];
  return [...name, ...words].join(', ') || '–';
}

/** A field as its form labels it. */
function labelField(field: string): string {
  return labels[field] ?? startsUpper(field.replaceAll('_', ' '));
}

/** The fields of the discount of a code, however it was stored. */
const discountFields: readonly string[] = [
  'discount_type',
  'amount',
  'hours_to_discount',
  ...discountTypes,
];

function describeDiscount(values: Record<string, unknown>): string {
  const type = values['discount_type'];
  if (typeof type === 'string') {
    return formatDiscount(type as DiscountType, Number(values['amount']));
  }
  const hours = values['hours_to_discount'];
  if (typeof hours === 'number' && hours > 0) {
    const minutes = Number(values['minutes_to_discount'] ?? 0) + 60 * hours;
    return formatDiscount('minutes_to_discount', minutes);
  }
  const given = discountTypes.find((name) => typeof values[name] === 'number');
  return given ? formatDiscount(given, Number(values[given])) : '–';
}

const hasDiscount = (values: Record<string, unknown>) =>
  'discount_type' in values || discountTypes.some((type) => type in values);

/** The label and words of each value that a person may want to read. */
export function readValues(values: AuditValues): Map<string, string> {
  if (!values) return new Map();
  const isDiscount = hasDiscount(values);
  const lines = Object.keys(values)
    .filter((field) => !hiddenFields.includes(field))
    .filter((field) => !(isDiscount && discountFields.includes(field)))
    .map((field) => [labelField(field), valueWords(field, values[field])] as const);
  return new Map(isDiscount ? [...lines, ['Discount', describeDiscount(values)]] : lines);
}
