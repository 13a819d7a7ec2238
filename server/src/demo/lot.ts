import type { TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import type {
  classifications,
  pricingStrategies,
  visibilitySections,
} from '@lotkeeper/contract/platform/spots';
import type { ProfileName } from '@lotkeeper/simulator/world/profiles';

export type TransientType = Extract<
  RentalType,
  'hourly' | 'daily' | 'flat_rate' | 'free_until_hourly'
>;

/** Slots that a company rents at a lot; each rented slot is a separate rental. */
export interface DemoTenant {
  description: string;
  owner_email: string;
  slot_count: number;
  /** Cents per slot and month. */
  price_per_slot: number;
  rented: number;
  invoice_status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible' | 'past_due';
  since_days_ago: number;
}

/** A demo property and how it is used. Prices are cents before tax. */
export interface DemoLot {
  key: string;
  name: string;
  address_line1: string;
  city: string;
  state: string;
  timezone: TimeZone;
  area_code: string;
  classification: (typeof classifications)[number];
  quantity: number;
  quantity_monthly: number;
  price_hourly: number | null;
  price_daily: number | null;
  price_monthly: number | null;
  price_flat: number | null;
  daily_min: number | null;
  daily_max: number | null;
  dynamic: { strategy: (typeof pricingStrategies)[number]; since_days_ago: number } | null;
  visibility_page_section: (typeof visibilitySections)[number];
  show_timeline: boolean;
  cameras: boolean;
  profile: ProfileName;
  /** Transient rentals on an average day of this year. */
  per_day: number;
  /** Growth per year, 0.12 = 12 %. */
  growth: number;
  types: Partial<Record<TransientType, number>>;
  sources: Record<string, number>;
  /** Share of rentals booked and paid days ahead. */
  prebooked: number;
  /** Share of the monthly spaces that are rented. */
  monthly_share: number;
  /** Rentals a day that companies pay for their staff. */
  enterprise_per_day: number;
  tenants: readonly DemoTenant[];
  /** Free parkers a day that the cameras see. */
  visitors_per_day: number;
  opened_days_ago: number | null;
  closed_days_ago: { from: number; to: number } | null;
  events: 'ballpark' | 'theater' | null;
}

/** Where the drivers of a big-city lot come from, in percent. */
export const cityAggregators = { lotkeeper: 82, spothero: 11, parkwhiz: 7 };

/** Defaults of most lots. */
export const plainLot = {
  classification: 'Surface Lot',
  quantity_monthly: 0,
  price_hourly: null,
  price_daily: null,
  price_monthly: null,
  price_flat: null,
  daily_min: null,
  daily_max: null,
  dynamic: null,
  visibility_page_section: 'all',
  show_timeline: true,
  cameras: true,
  growth: 0.12,
  types: { hourly: 1 },
  sources: { lotkeeper: 1 },
  prebooked: 0.03,
  monthly_share: 0.85,
  enterprise_per_day: 0,
  tenants: [],
  visitors_per_day: 0.6,
  opened_days_ago: null,
  closed_days_ago: null,
  events: null,
} satisfies Partial<DemoLot>;

/** A lot's location. */
export const inCity = (city: string, state: string, timezone: TimeZone, area_code: string) => ({
  city,
  state,
  timezone,
  area_code,
});
