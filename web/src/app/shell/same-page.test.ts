import type { Spot } from '@lotkeeper/contract/platform/spots';
import { expect, test } from 'vitest';
import { findOrganizationPage, findSpotPage, pageAtSpot } from './same-page.ts';

const lot = (more: object = {}) =>
  ({
    price_hourly: 500,
    price_daily: null,
    price_monthly: null,
    price_flat: null,
    classification: 'Garage',
    spot_config: { visibility_page_section: 'all', show_timeline: true },
    ...more,
  }) as unknown as Spot;
const unpriced = lot({ price_hourly: null });
const admin = { superuser: false, role: 'ADMIN' } as const;

test('switching the property keeps the open page', () => {
  expect(pageAtSpot('visitors', lot(), admin)).toBe('visitors');
  expect(pageAtSpot('upload-visitors-csv', lot(), admin)).toBe('upload-visitors-csv');
  expect(pageAtSpot('revenue', lot(), admin)).toBe('revenue');
});

test('switching from a page that the new property lacks, or from an organization page, opens Detail', () => {
  expect(pageAtSpot('promos', unpriced, admin)).toBe('detail');
  expect(pageAtSpot('revenue', unpriced, admin)).toBe('detail');
  expect(pageAtSpot('aggregator-rentals', lot(), admin)).toBe('detail');
  expect(pageAtSpot(null, lot(), admin)).toBe('detail');
});

test('the page is read from the path', () => {
  expect(findSpotPage('/organization/1/spots/2/visitors')).toBe('visitors');
  expect(findSpotPage('/organization/1/team')).toBe(null);
  expect(findOrganizationPage('/organization/1/team')).toBe('team');
  expect(findOrganizationPage('/organization/1/spots/2/visitors')).toBe(null);
  expect(findOrganizationPage('/help-center')).toBe(null);
});
