// Every page of an organization and of a property: who opens it, what it's called, and where the menu has it.
import type { Role } from '../kernel/access.ts';
import {
  adminAndAccountant,
  adminAndEmployee,
  adminEmployeeEnforcer,
  adminOnly,
  anyRole,
  permits,
} from '../kernel/access.ts';
import type { Spot, SpotPrices } from './spots.ts';
import { isPriced, spotFeatureRules } from './spots.ts';

/** The names under which the menu folds pages away. */
export const pageGroups = ['Money', 'Cars', 'Settings'] as const;
export type PageGroup = (typeof pageGroups)[number];

/** In the menu, folded under one of its groups, only in the palette, or only behind links with a record. */
type PagePlace = 'menu' | PageGroup | 'palette' | 'link';

export interface Viewer {
  superuser: boolean;
  role: Role | null;
}

export interface Page {
  name: string;
  /** An empty list means superusers only. */
  roles: readonly Role[];
  place: PagePlace;
  /** What else people call it. */
  words: string;
}

const page = (name: string, roles: readonly Role[], place: PagePlace, words = ''): Page => ({
  name,
  roles,
  place,
  words,
});

/** The pages of an organization by their path below its URL, in the order of the menu. */
export const organizationPages = {
  home: page('Home', adminAndAccountant, 'menu', 'start overview today all'),
  spots: page('Properties', anyRole, 'menu', 'lots garages locations overview'),
  team: page('Team', adminOnly, 'menu', 'invite accountant employee role member user'),
  payouts: page('Payouts', adminAndAccountant, 'menu', 'money paid bank account deposit'),
  'income-statement': page('Income Statement', adminAndAccountant, 'menu', 'profit revenue fees'),
  advertising: page('Advertising', adminAndEmployee, 'menu', 'booking link qr sign'),

  week: page('This Week', adminAndAccountant, 'Money', 'monday mail summary'),
  ledger: page('Ledger', adminAndAccountant, 'Money', 'refund payment charge transaction receipt'),
  changes: page('Why did it change?', adminAndAccountant, 'Money', 'fell rose compare drop'),
  'who-owes': page('Who Owes', adminOnly, 'Money', 'debt unpaid receivables overdue'),
  close: page('Close', adminAndAccountant, 'Money', 'month end sign reconcile lock'),
  books: page('Books', adminAndAccountant, 'Money', 'quickbooks xero export accounting'),
  taxes: page('Taxes', adminAndAccountant, 'Money', 'sales tax rate'),
  'booking-sites': page(
    'Booking Sites',
    adminAndAccountant,
    'Money',
    'spothero parkwhiz remittance aggregator',
  ),
  'payouts/bank': page('Bank', adminAndAccountant, 'Money', 'deposits statement match'),

  cars: page('Cars', adminOnly, 'Cars', 'visits outcomes paid unpaid left'),
  check: page('Check a Plate', adminEmployeeEnforcer, 'Cars', 'license enforcement permit'),
  'plate-desk': page('Plate Desk', adminAndEmployee, 'Cars', 'unread misread correct'),
  appeals: page('Appeals', adminAndEmployee, 'Cars', 'complaint dispute ticket'),
  cameras: page('Cameras', adminOnly, 'Cars', 'broken silent offline connect lpr'),

  alerts: page('Alerts', adminOnly, 'Settings', 'warn notify broken push text'),
  'audit-log': page('Audit Log', adminOnly, 'Settings', 'who changed history'),
  'api-keys': page('API Keys', adminOnly, 'Settings', 'integration token developer'),
  webhooks: page('Webhooks', adminOnly, 'Settings', 'integration callback developer'),
  privacy: page('Privacy & Retention', adminOnly, 'Settings', 'gdpr ccpa delete export data'),
  history: page('Import History', adminOnly, 'Settings', 'csv excel file other system upload'),
  setup: page('Set up', adminOnly, 'Settings', 'mail email smtp text messages sms first steps'),

  'new-property': page('Add property', adminOnly, 'palette', 'new lot garage'),
  'edit-property': page('Edit property', adminOnly, 'palette', 'price address spaces time zone'),
  'plate-searches': page('Plate Searches', adminOnly, 'palette', 'who looked audit'),
  'privacy/requests': page('Requests of Drivers', adminOnly, 'palette', 'gdpr ccpa delete'),

  'appeals/$appeal': page('Appeal', adminAndEmployee, 'link'),
  'letters/$kind/$start': page('Letter', adminOnly, 'link'),
  'rentals/$uuid': page('Rental', adminAndEmployee, 'link'),
  'violations/$uuid': page('Violation', adminAndEmployee, 'link'),
  'visits/$pk': page('Visit', adminAndEmployee, 'link'),
} as const satisfies Record<string, Page>;
export type OrganizationPage = keyof typeof organizationPages;

/** The pages of a property, likewise. */
export const spotPages = {
  detail: page('Detail', anyRole, 'menu', 'overview home today'),
  rates: page('Rates', [], 'menu', 'price experiment'),
  timeline: page('Timeline', adminAndEmployee, 'menu', 'history log happened'),
  events: page('Event Calendar', adminAndEmployee, 'menu', 'game concert special price closed'),
  visitors: page('Visitors', adminAndEmployee, 'menu', 'guest validated tenant'),
  codes: page('Validation Codes', adminAndEmployee, 'menu', 'validate guest'),
  promos: page('Discount Codes', adminAndEmployee, 'menu', 'coupon promo flyer'),
  violations: page('Waive a Violation', adminAndEmployee, 'menu', 'ticket fine penalty'),
  drivers: page('Drivers', adminEmployeeEnforcer, 'menu', 'monthly rentals parkers permits'),
  'aggregator-rentals': page('Aggregator Rentals', adminAndEmployee, 'menu', 'spothero airport'),
  reports: page('Reports', adminAndAccountant, 'menu', 'daily csv revenue'),
  graphs: page('Graphs', adminAndAccountant, 'menu', 'chart trend'),
  visibility: page('Visibility', adminOnly, 'menu', 'camera images driver log occupancy'),
  'driver-insights': page('Driver-insights', adminAndEmployee, 'menu', 'ratings frequent heat map'),
  'custom-reports': page('Custom Reports', adminAndAccountant, 'menu', 'measure group saved'),
  revenue: page('Revenue', adminAndAccountant, 'menu', 'money gross net'),
  'local-intelligence': page('Local Intelligence', adminAndEmployee, 'menu', 'holiday demand'),

  reviews: page('Reviews', adminAndEmployee, 'palette', 'stars comments'),
  'transient-drivers': page('Transient Drivers', adminAndEmployee, 'palette', 'hourly daily'),
  'upload-visitors-csv': page('Visitor CSV Upload', adminAndEmployee, 'palette', 'import file'),
  'kiosk-generator': page('Validation Kiosk Setup', adminAndEmployee, 'palette', 'tablet'),
  'validation-bills': page('Validation Bills', adminAndEmployee, 'palette', 'sponsor invoice'),
  invoice: page('Create an Invoice', [], 'palette', 'bill'),

  'promo-uses': page('Discount Codes', adminAndEmployee, 'link'),
  'violations/$code': page('Notice to Print', adminAndEmployee, 'link'),
} as const satisfies Record<string, Page>;
export type SpotPage = keyof typeof spotPages;

type PageSpot = SpotPrices & Pick<Spot, 'classification' | 'spot_config'>;

/** Which properties have a page; those not named here are at every property. */
const conditions: Readonly<Partial<Record<SpotPage, (spot: PageSpot) => boolean>>> = {
  timeline: (spot) => spotFeatureRules.timeline.isOn(spot),
  events: isPriced,
  promos: isPriced,
  violations: isPriced,
  'aggregator-rentals': (spot) => spotFeatureRules['aggregator rentals'].isOn(spot),
  reports: isPriced,
  graphs: isPriced,
  visibility: (spot) => isPriced(spot) && spot.spot_config.visibility_page_section !== 'none',
  'driver-insights': isPriced,
  revenue: isPriced,
};

/** The pages of an organization that a person may open. */
export const listOrganizationPages = (viewer: Viewer): (Page & { path: OrganizationPage })[] =>
  (Object.keys(organizationPages) as OrganizationPage[])
    .map((path) => ({ path, ...organizationPages[path] }))
    .filter(({ roles }) => permits(roles, viewer));

/** The pages of a property that it has, and that a person may open. */
export const listSpotPages = (spot: PageSpot, viewer: Viewer): (Page & { path: SpotPage })[] =>
  (Object.keys(spotPages) as SpotPage[])
    .map((path) => ({ path, ...spotPages[path] }))
    .filter(({ path, roles }) => permits(roles, viewer) && (conditions[path]?.(spot) ?? true));
