import { expect, test } from 'vitest';
import type { Role } from '../kernel/access.ts';
import { cents } from '../kernel/money.ts';
import { listSpotPages } from './pages.ts';
import type { Spot } from './spots.ts';

type MenuSpot = Parameters<typeof listSpotPages>[0];

/** A priced airport lot with every page enabled. */
const full: MenuSpot = {
  price_hourly: cents(500),
  price_daily: null,
  price_monthly: null,
  price_flat: null,
  classification: 'Airport Lot',
  spot_config: {
    visibility_page_section: 'all',
    show_timeline: true,
    contact_info_per_rental_type: { hourly: false, flat: false, daily: true },
  },
};
const free = { ...full, price_hourly: null };
const config = (more: Partial<Spot['spot_config']>): MenuSpot => ({
  ...full,
  spot_config: { ...full.spot_config, ...more },
});

const menu = (role: Role | 'Superuser' | null, of = full) =>
  listSpotPages(of, {
    superuser: role === 'Superuser',
    role: role === 'Superuser' ? null : role,
  })
    .filter(({ place }) => place === 'menu')
    .map(({ name }) => name);

// The expected menu of a property, row by row.
const admin = [
  'Detail',
  'Timeline',
  'Event Calendar',
  'Visitors',
  'Validation Codes',
  'Discount Codes',
  'Waive a Violation',
  'Drivers',
  'Aggregator Rentals',
  'Reports',
  'Graphs',
  'Visibility',
  'Driver-insights',
  'Custom Reports',
  'Revenue',
  'Local Intelligence',
];
const pricedOnly = [
  'Event Calendar',
  'Discount Codes',
  'Waive a Violation',
  'Reports',
  'Graphs',
  'Visibility',
  'Driver-insights',
  'Revenue',
];
const adminsOnly = ['Reports', 'Graphs', 'Visibility', 'Custom Reports', 'Revenue'];

test('a superuser’s property menu shows everything, Rates first after Detail', () => {
  expect(menu('Superuser')).toEqual(['Detail', 'Rates', ...admin.slice(1)]);
});

test('an Admin’s property menu shows everything but Rates', () =>
  expect(menu('ADMIN')).toEqual(admin));

test('an Employee’s property menu shows no page about money', () => {
  expect(menu('EMPLOYEE')).toEqual(admin.filter((label) => !adminsOnly.includes(label)));
});

test('an Accountant’s property menu shows only what is about money', () =>
  expect(menu('ACCOUNTANT')).toEqual(['Detail', 'Reports', 'Graphs', 'Custom Reports', 'Revenue']));
test('an Enforcer’s property menu shows Detail and Drivers', () =>
  expect(menu('ENFORCER')).toEqual(['Detail', 'Drivers']));
test('the property menu of a Valet has only Detail, and that of a stranger is empty', () => {
  expect(menu('VALET')).toEqual(['Detail']);
  expect(menu(null)).toEqual([]);
});

test.each([
  ['without prices has no page of prices', free, pricedOnly],
  [
    'that isn’t an airport lot has no aggregators',
    { ...full, classification: 'Garage' as const },
    ['Aggregator Rentals'],
  ],
  ['whose timeline is off has none', config({ show_timeline: false }), ['Timeline']],
  [
    'whose visibility section is off has none',
    config({ visibility_page_section: 'none' }),
    ['Visibility'],
  ],
  ['whose visibility is cameras has it', config({ visibility_page_section: 'cameras' }), []],
])('the menu of a property %s', (_, of, missing) => {
  expect(menu('ADMIN', of)).toEqual(admin.filter((label) => !missing.includes(label)));
});

test('the menu of a property that lives from a flat rate is that of a daily price', () => {
  expect(menu('ADMIN', { ...free, price_flat: cents(4000) })).toEqual(admin);
});
