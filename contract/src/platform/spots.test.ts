import { expect, test } from 'vitest';
import type { Role } from '../kernel/access.ts';
import { cents } from '../kernel/money.ts';
import type { Spot } from './spots.ts';
import { bookingLink, isPriced, spotMenuFor } from './spots.ts';

type MenuSpot = Parameters<typeof spotMenuFor>[0];

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
  spotMenuFor(of, {
    superuser: role === 'Superuser',
    role: role === 'Superuser' ? null : role,
  }).map((page) => page.label);

// The expected menu of a property, row by row.
const admin = [
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
];
const pricedOnly = [
  'Event Calendar',
  'Discount Codes',
  'Waive a Violation',
  'Reports',
  'Graphs',
  'Visibility',
  'Driver-insights',
];
const adminsOnly = ['Reports', 'Graphs', 'Visibility', 'Custom Reports'];

test('a superuser’s property menu shows everything, Rates first', () => {
  expect(menu('Superuser')).toEqual(['Rates', ...admin]);
});

test('an Admin’s property menu shows everything but Rates', () =>
  expect(menu('ADMIN')).toEqual(admin));

test('an Employee’s property menu shows no page about money', () => {
  expect(menu('EMPLOYEE')).toEqual(admin.filter((label) => !adminsOnly.includes(label)));
});

test('an Accountant’s property menu shows only what is about money', () =>
  expect(menu('ACCOUNTANT')).toEqual(['Reports', 'Graphs', 'Custom Reports']));
test('an Enforcer’s property menu shows Drivers', () =>
  expect(menu('ENFORCER')).toEqual(['Drivers']));
test('the property menu of a Valet and of a stranger is empty', () => {
  expect([...menu('VALET'), ...menu(null)]).toEqual([]);
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

test.each([
  ['an hourly price', { price_hourly: cents(1) }],
  ['a daily price', { price_daily: cents(1) }],
  ['a monthly price', { price_monthly: cents(1) }],
  ['a flat rate', { price_flat: cents(1) }],
])('a property with %s is priced', (_, price) => {
  expect(isPriced({ ...free, ...price })).toBe(true);
  expect(isPriced(free)).toBe(false);
});

test('the menu of a property that lives from a flat rate is that of a daily price', () => {
  expect(menu('ADMIN', { ...free, price_flat: cents(4000) })).toEqual(admin);
});

test('only an https URL is a booking link', () => {
  const link = (webflow_page_url: string | null) => bookingLink({ webflow_page_url });
  expect(link('https://parking.example.com/copper')).toBe('https://parking.example.com/copper');
  for (const other of [
    'http://parking.example.com',
    'javascript:alert(1)',
    'https://',
    'x',
    '',
    null,
  ]) {
    expect(link(other)).toBe(null);
  }
});
