import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { expect, test } from 'vitest';
import { findSpots } from './spots.page.tsx';

const spot = (name: string, city: string) =>
  ({ name, address: { address_line1: '1 Main Street', city, state: 'AZ' } }) as SpotSummary;
const spots = [spot('Copper Garage', 'Phoenix'), spot('Airport', 'Mesa')];
const found = (text: string) => findSpots(spots, text).map((one) => one.name);

test('every word of a search must be in the name or the address, in any order and case', () => {
  expect(found('phoenix GARAGE')).toEqual(['Copper Garage']);
  expect(found('main az')).toEqual(['Copper Garage', 'Airport']);
  expect(found('phoenix airport')).toEqual([]);
});

test('an empty search finds everything', () => {
  expect(found('   ')).toHaveLength(2);
});
