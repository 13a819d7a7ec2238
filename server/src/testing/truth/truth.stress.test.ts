import { expect, test } from 'vitest';
import { playDay } from './play-day.ts';

test('a day of some hundred cars charges nobody wrongly, and without errors every car ends in its true outcome', async () => {
  const { cars, owing, checks } = await playDay(220);
  expect(cars).toBeGreaterThan(150);
  expect(owing).toBeGreaterThan(5);
  expect(checks).toBeGreaterThan(500);
});
