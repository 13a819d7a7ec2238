import { expect, test } from 'vitest';
import { carKey } from './cars.ts';

test('plates that differ only in spaces, dashes and case belong to the same car', () => {
  expect(carKey({ plate: 'abc 123', state: 'AZ', country: 'US' })).toBe(
    carKey({ plate: 'ABC-123', state: 'AZ', country: 'US' }),
  );
});

test('the same plate in another state or country is another car', () => {
  const keys = [
    carKey({ plate: 'ABC123', state: 'BC', country: 'CA' }),
    carKey({ plate: 'ABC123', state: 'BC', country: 'MX' }),
    carKey({ plate: 'ABC123', state: 'AZ', country: 'US' }),
  ];
  expect(new Set(keys).size).toBe(3);
});
