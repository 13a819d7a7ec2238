import { deskDays } from '@lotkeeper/contract/cars/plate-desk';
import type { InputOf } from '@lotkeeper/contract/kernel/endpoint';
import { centsAsTyped, dollarsText, typedToCents } from '@lotkeeper/contract/kernel/money';
import type { createSpot, SpotFields } from '@lotkeeper/contract/platform/spot-fields';
import { updateSpot } from '@lotkeeper/contract/platform/spot-fields';
import type { Spot } from '@lotkeeper/contract/platform/spots';
import type { NumberRules } from '../../../ui/form/number-input.rules.ts';
import { dollarRules, parseNumber } from '../../../ui/form/number-input.rules.ts';
import type { Problems } from '../../../ui/form/use-form.ts';
import { findNumberProblems, findProblems } from '../../../ui/form/use-form.ts';

const texts = ['name', 'address_line1', 'city', 'state', 'timezone', 'classification'] as const;
const counts = ['quantity', 'quantity_monthly', 'grace_minutes', 'desk_days'] as const;
const limits = ['min_charge_confidence', 'hold_above_hours'] as const;
const choices = ['visibility_page_section', 'second_read', 'desk_shows'] as const;
const prices = [
  'price_hourly',
  'price_daily',
  'price_monthly',
  'price_flat',
  'daily_min',
  'daily_max',
  'hold_above_amount',
] as const;
const flags = [
  'show_timeline',
  'contact_info_hourly',
  'contact_info_flat',
  'contact_info_daily',
  'enforcement_enabled',
  'hidden',
  'hold_after_outage',
  'hold_above_posted',
] as const;

type TextField =
  | (typeof texts)[number]
  | (typeof counts)[number]
  | (typeof limits)[number]
  | (typeof choices)[number]
  | (typeof prices)[number]
  | 'penalty_amount'
  | 'webflow_page_url';
export type Flag = (typeof flags)[number];

/** The form as typed. */
export type Draft = Record<TextField, string> & Record<Flag, boolean>;

export const emptyDraft: Draft = {
  name: '',
  address_line1: '',
  city: '',
  state: '',
  timezone: '',
  classification: 'Surface Lot',
  quantity: '',
  quantity_monthly: '0',
  grace_minutes: '15',
  price_hourly: '',
  price_daily: '',
  price_monthly: '',
  price_flat: '',
  daily_min: '',
  daily_max: '',
  penalty_amount: '55',
  min_charge_confidence: '',
  second_read: 'within_day',
  hold_above_amount: '',
  hold_above_hours: '12',
  desk_shows: 'all',
  desk_days: String(deskDays),
  visibility_page_section: 'all',
  webflow_page_url: '',
  show_timeline: true,
  contact_info_hourly: false,
  contact_info_flat: false,
  contact_info_daily: true,
  enforcement_enabled: false,
  hidden: false,
  hold_after_outage: true,
  hold_above_posted: true,
};

const spaceRules: NumberRules = { min: 0, max: 100_000, unit: ['space', 'spaces'] };
const priceRules: NumberRules = { ...dollarRules, isOptional: true };

/** The limits of each number field. */
export const propertyNumbers = {
  quantity: spaceRules,
  quantity_monthly: { ...spaceRules, isOptional: true },
  grace_minutes: { min: 0, max: 1440, unit: ['minute', 'minutes'], isOptional: true },
  price_hourly: priceRules,
  price_daily: priceRules,
  price_monthly: priceRules,
  price_flat: priceRules,
  daily_min: priceRules,
  daily_max: priceRules,
  penalty_amount: dollarRules,
  min_charge_confidence: { min: 1, max: 100, isOptional: true },
  hold_above_amount: priceRules,
  hold_above_hours: { min: 1, max: 720, unit: ['hour', 'hours'], isOptional: true },
  desk_days: { min: 1, max: 90, unit: ['day', 'days'] },
} as const satisfies Record<string, NumberRules>;

export type NumberName = keyof typeof propertyNumbers;
const numberNames = Object.keys(propertyNumbers) as NumberName[];

export const propertyProblems = (draft: Draft): Problems => ({
  ...findProblems(updateSpot.body, toBody(draft)),
  ...findNumberProblems(
    Object.fromEntries(
      numberNames.map((name) => [name, [draft[name], propertyNumbers[name]] as const]),
    ),
  ),
});

const mapNames = <Name extends string, Value>(
  names: readonly Name[],
  value: (name: Name) => Value,
): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;

export function toDraft(fields: SpotFields): Draft {
  return {
    ...mapNames(texts, (name) => fields[name]),
    ...mapNames(counts, (name) => String(fields[name])),
    ...mapNames(limits, (name) => String(fields[name] ?? '')),
    ...mapNames(choices, (name) => fields[name]),
    ...mapNames(prices, (name) => centsAsTyped(fields[name])),
    ...mapNames(flags, (name) => fields[name]),
    penalty_amount: centsAsTyped(fields.penalty_amount),
    webflow_page_url: fields.webflow_page_url ?? '',
  };
}

type Body = Omit<InputOf<typeof createSpot>['body'], 'organization'>;

/** The named fields of a request body. */
export const pickFields = (body: Body, names: readonly (keyof SpotFields)[]): Body =>
  mapNames(names, (name) => body[name]) as Body;

/** The fields among `names` whose typed values differ. */
export const listChanges = (before: Draft, draft: Draft, names: readonly (keyof SpotFields)[]) =>
  names.filter((name) => draft[name] !== before[name]);

/** Why drivers don't pay the hourly price of the form now; '' where they do. */
export function describePriceNow({
  dynamic_pricing_enabled,
  active_rate,
}: Pick<Spot, 'dynamic_pricing_enabled' | 'active_rate'>): string {
  if (dynamic_pricing_enabled)
    return 'Dynamic pricing is on: it sets what drivers pay for an hour.';
  return active_rate?.unit === 'hour'
    ? `The rate “${active_rate.name}” is in force: drivers pay ${dollarsText(active_rate.price)} an hour. The hourly price counts where no rate is in force.`
    : '';
}

/** The required fields as sentences name them. */
const requiredFields = {
  name: 'the name',
  address_line1: 'the address',
  city: 'the city',
  state: 'the state',
  timezone: 'the time zone',
  quantity: 'the spaces',
  penalty_amount: 'the penalty',
  desk_days: 'the days at the plate desk',
} as const satisfies Partial<Record<TextField, string>>;

/** The required fields that are still empty, for the reason why the button is disabled. */
export const listEmptyFields = (draft: Draft) =>
  Object.entries(requiredFields).map(([field, name]) => ({
    name,
    isEmpty: !draft[field as keyof typeof requiredFields].trim(),
  }));

export function toBody(draft: Draft): Body {
  const body = {
    ...mapNames(texts, (name) => draft[name]),
    ...mapNames(counts, (name) => parseNumber(draft[name], propertyNumbers[name]) ?? 0),
    ...mapNames(limits, (name) => parseNumber(draft[name], propertyNumbers[name])),
    ...mapNames(choices, (name) => draft[name]),
    ...mapNames(prices, (name) => typedToCents(draft[name])),
    ...mapNames(flags, (name) => draft[name]),
    penalty_amount: typedToCents(draft.penalty_amount) ?? Number.NaN,
    webflow_page_url: draft.webflow_page_url.trim() || null,
  };
  return body as Body;
}
