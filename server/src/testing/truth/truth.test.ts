import { expect, test } from 'vitest';
import { playDay } from './play-day.ts';

test('a day of some dozen cars charges nobody wrongly, and without errors every car ends in its true outcome', async () => {
  const { cars, owing, checks } = await playDay(15);
  expect(cars).toBeGreaterThan(20);
  expect(owing).toBeGreaterThan(0);
  expect(checks).toBeGreaterThan(20);
});
