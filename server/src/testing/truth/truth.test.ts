import { expect, test } from 'vitest';
import { checkDay, playDay } from './play-day.ts';

test('a day of some dozen cars charges nobody wrongly, and without errors every car ends in its true outcome', async () => {
  const { cars, owing } = await playDay(15);
  expect(cars).toBeGreaterThan(20);
  expect(owing).toBeGreaterThan(0);
});

test('a check of a plate is true of cars in the lot, whether they have a right to park or not', async () => {
  const { paid, unpaid } = await checkDay(15);
  expect(paid).toBeGreaterThan(10);
  expect(unpaid).toBeGreaterThan(0);
});
