import { expect, test } from 'vitest';
import { heatOpacity } from './heat-opacity.ts';

test('the highest value is nearly solid, half of it half as strong, and zero faint', () => {
  expect(heatOpacity(10, 10)).toBeCloseTo(0.993, 3);
  expect(heatOpacity(5, 10)).toBe(0.5);
  expect(heatOpacity(0, 10)).toBe(0.04);
});

test('every cell is faint when nothing was counted', () => {
  expect(heatOpacity(0, 0)).toBe(0.04);
});
