import { expect, test } from 'vitest';
import { openValetStand } from '../../../testing/valet-stand.ts';

const { payTogether } = await openValetStand();

test('50 clients that pay one session at once, over 100 rounds, make one charge per round', async () => {
  expect(await payTogether({ clients: 50, rounds: 100 })).toEqual([]);
});
