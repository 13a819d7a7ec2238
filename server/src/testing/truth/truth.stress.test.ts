import { expect, test } from 'vitest';
import { checkDay, playDay } from './play-day.ts';

test('a day of some hundred cars charges nobody wrongly, and without errors every car ends in its true outcome', async () => {
  const { cars, owing } = await playDay(120);
  expect(cars).toBeGreaterThan(150);
  expect(owing).toBeGreaterThan(5);
});

test('500 checks of plates are true of cars in the lot, whether they have a right to park or not', async () => {
  const { paid, unpaid } = await checkDay(220);
  expect(paid + unpaid).toBeGreaterThan(500);
  expect(unpaid).toBeGreaterThan(10);
});
