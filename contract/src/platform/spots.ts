import * as z from 'zod/mini';
import type { Access } from '../kernel/access.ts';
import { anyRole, atSpot, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { centsField } from '../kernel/money.ts';

export const classifications = ['Garage', 'Surface Lot', 'Airport Lot', 'Event Lot'] as const;
export const visibilitySections = ['all', 'none', 'cameras', 'stats'] as const;
export const pricingStrategies = ['standard', 'rate', 'event'] as const;
export const pricingUnits = ['hour', 'day', 'month', 'flat'] as const;

/** @public A schema of the API document. */
export const spotConfig = z.object({
  visibility_page_section: z.enum(visibilitySections),
  show_timeline: z.boolean(),
  contact_info_per_rental_type: z.object({
    hourly: z.boolean(),
    flat: z.boolean(),
    daily: z.boolean(),
  }),
});

const price = z.nullable(centsField);

/** A parking property, called spot on the wire. Prices are cents per hour, day, month and stay; null = not sold. */
export const spot = z.object({
  pk: z.int(),
  uuid: z.string(),
  organization: z.int(),
  name: z.string(),
  address: z.object({
    address_line1: z.string(),
    city: z.string(),
    state: z.string(),
  }),
  timezone: z.string(),
  classification: z.enum(classifications),
  quantity: z.int(),
  quantity_monthly: z.int(),
  monthly_rentals: z.int(),
  dynamic_pricing_enabled: z.boolean(),
  dynamic_pricing_strategy: z.enum(pricingStrategies),
  active_rate: z.nullable(
    z.object({ name: z.string(), unit: z.enum(pricingUnits), price: centsField }),
  ),
  daily_min: price,
  display_daily_max: price,
  display_price: price,
  display_price_daily: price,
  display_price_monthly: price,
  price_hourly: price,
  price_daily: price,
  price_monthly: price,
  price_flat: price,
  tenant_billing_enabled: z.boolean(),
  webflow_page_url: z.nullable(z.string()),
  spot_config: spotConfig,
});
export type Spot = z.infer<typeof spot>;

/** A property's booking link; null if it has none or it isn't https, and so not safe to share. */
export function bookingLink({ webflow_page_url }: Pick<Spot, 'webflow_page_url'>): string | null {
  const link = webflow_page_url && URL.canParse(webflow_page_url) ? webflow_page_url : null;
  return link && new URL(link).protocol === 'https:' ? link : null;
}

/** A property in the organization's list. Revenue is shown to Admins only. */
export const spotSummary = z.extend(spot, {
  active_rentals: z.int(),
  month_to_date_revenue: z.optional(centsField),
});
export type SpotSummary = z.infer<typeof spotSummary>;

export const listSpots = endpoint({
  method: 'GET',
  path: '/api/spots',
  summary: 'The properties of an organization, by name, with their current figures',
  access: inOrganization('query.organization', anyRole),
  query: z.strictObject({
    organization: pkOrUuidText,
    includeThirdParty: z.optional(z.enum(['true', 'false'])),
  }),
  answer: z.array(spotSummary),
  freshFor: 60,
  failure: 'Cannot retrieve spots',
});

export const getSpot = endpoint({
  method: 'GET',
  path: '/api/spots/:id/',
  summary: 'One property',
  access: atSpot('params.id', anyRole),
  params: z.strictObject({ id: pkOrUuidText }),
  answer: spot,
  freshFor: 60,
  failure: 'Could not fetch spots',
});

/** The prices that a property may have; one is enough to make it priced: a flat rate counts as a daily price. */
export const spotPrices = ['price_hourly', 'price_daily', 'price_monthly', 'price_flat'] as const;
export type SpotPrices = Pick<Spot, (typeof spotPrices)[number]>;

/** Whether a property sells anything. */
export const isPriced = (spot: SpotPrices): boolean =>
  spotPrices.some((name) => spot[name] !== null);

/** Optional features; calls for one are refused at properties without it. */
export const spotFeatures = [
  'timeline',
  'camera images',
  'driver log',
  'hero stats',
  'aggregator rentals',
] as const;
export type SpotFeature = (typeof spotFeatures)[number];

/** Restricts `access` to properties that have the feature. */
export const onlyWithFeature = <const A extends Extract<Access, { scope: 'spot' }>>(
  feature: SpotFeature,
  access: A,
) => ({ ...access, feature }) as const;

/** The settings that determine a property's features. */
export interface FeatureSettings {
  classification: Spot['classification'];
  spot_config: Pick<Spot['spot_config'], 'visibility_page_section' | 'show_timeline'>;
}

const hasSection =
  (...sections: Spot['spot_config']['visibility_page_section'][]) =>
  ({ spot_config }: FeatureSettings) =>
    sections.includes(spot_config.visibility_page_section);

const visibilityOff = 'Visibility is not enabled at your property';

/** Which properties have a feature, and the message at those that don't. */
export const spotFeatureRules: Readonly<
  Record<
    SpotFeature,
    { isOn: (spot: FeatureSettings) => boolean; always?: 'superusers'; whenOff: string }
  >
> = {
  timeline: {
    isOn: ({ spot_config }) => spot_config.show_timeline,
    whenOff: 'The timeline is not enabled at your property',
  },
  'camera images': { isOn: hasSection('all', 'cameras'), whenOff: visibilityOff },
  'driver log': { isOn: hasSection('all', 'stats'), always: 'superusers', whenOff: visibilityOff },
  'hero stats': {
    isOn: hasSection('all', 'cameras', 'stats'),
    always: 'superusers',
    whenOff: visibilityOff,
  },
  'aggregator rentals': {
    isOn: ({ classification }) => classification === 'Airport Lot',
    whenOff: 'This page is for airport lots',
  },
};

/** Whether a property has a feature for a person. */
export function hasFeature(
  spot: FeatureSettings,
  feature: SpotFeature,
  viewer: { superuser: boolean },
): boolean {
  const { isOn, always } = spotFeatureRules[feature];
  return isOn(spot) || (always === 'superusers' && viewer.superuser);
}

/** The message at a property without any prices, on pages and in calls that need them. */
export const withoutPrices = {
  title: 'This property has no prices',
  text: 'Events and discount codes need an hourly, daily, monthly or flat price.',
} as const;

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  contact_info_per_rental_type: 'The rentals whose drivers’ contact data staff may see.',
  hourly: 'For hourly rentals.',
  flat: 'For flat-rate rentals.',
  daily: 'For daily rentals.',
  organization: 'The number of the organization.',
  'listSpots.organization': ['The organization, by its number or UUID.', 7],
  name: ['The name of the property.', 'Mission Street Garage'],
  'active_rate.name': 'The name of the rate or event.',
  address: 'The address of the property.',
  monthly_rentals: 'How many monthly rentals are active now.',
  dynamic_pricing_enabled: 'Whether prices move with demand.',
  dynamic_pricing_strategy:
    'What sets the price now: the property’s own prices, a rate, or an event.',
  active_rate: 'The rate that is in force now, or the event whose price is; null if none is.',
  price: 'The price for a unit, in cents.',
  display_daily_max: 'The most that 24 hours cost now, in cents; null if there is no maximum.',
  display_price: 'The price of an hour now, in cents; null if it isn’t sold.',
  display_price_daily: 'The price of a day now, in cents; null if it isn’t sold.',
  display_price_monthly: 'The price of a month now, in cents; null if it isn’t sold.',
  tenant_billing_enabled: 'Whether tenants rent several spaces here.',
  spot_config: 'What the property’s pages show.',
  active_rentals: 'How many rentals are active now.',
  month_to_date_revenue: 'Gross revenue of this month so far, in cents. Only Admins get it.',
  includeThirdParty: 'Accepted for compatibility. It changes nothing.',
};
