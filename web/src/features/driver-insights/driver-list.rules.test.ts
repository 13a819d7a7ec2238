import { expect, test } from 'vitest';
import { readDriverFilters } from './driver-list.rules.ts';

test.each([
  [{}, {}],
  [
    { days: '180', group: 'one_time', weekday: '7' },
    { days: 180, group: 'one_time', weekday: 7 },
  ],
  [{ days: '90', group: 'any', weekday: 'any' }, {}],
  [{ days: '365', group: 'POWER', weekday: '8' }, {}],
])('the address %j lists the drivers of %j', (search, filters) => {
  expect(readDriverFilters(search)).toEqual(filters);
});
