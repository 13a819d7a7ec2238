import { expect, test } from 'vitest';
import { upliftRatio } from './reports.rules.ts';

test('112 dollars with 12 above the base price are an uplift of 12 %', () => {
  expect(upliftRatio({ gross: 11_200, dynamic_pricing: 1_200 })).toBe(0.12);
});

test('without anything above the base price there is no uplift', () => {
  expect(upliftRatio({ gross: 11_200, dynamic_pricing: 0 })).toBeNull();
  expect(upliftRatio({ gross: 0, dynamic_pricing: 0 })).toBeNull();
});

test('money that lies wholly above the base has no base to compare with', () => {
  expect(upliftRatio({ gross: 500, dynamic_pricing: 500 })).toBeNull();
});
