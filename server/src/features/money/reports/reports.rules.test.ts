import { expect, test } from 'vitest';
import { upliftRatio } from './reports.rules.ts';

test('112 dollars with 12 above the base price are an uplift of 12%', () => {
  expect(upliftRatio({ gross: 11_200, dynamic_pricing: 1_200 })).toBe(0.12);
});

test('there is no uplift without revenue above the base price', () => {
  expect(upliftRatio({ gross: 11_200, dynamic_pricing: 0 })).toBeNull();
  expect(upliftRatio({ gross: 0, dynamic_pricing: 0 })).toBeNull();
});

test('there is no uplift when all revenue is above the base price', () => {
  expect(upliftRatio({ gross: 500, dynamic_pricing: 500 })).toBeNull();
});
