import { expect, test } from 'vitest';
import { startAgain } from './use-filters.ts';

test.each([
  ['a day', { page: 3 }, { page: 3, date: '2026-06-15' }, { date: '2026-06-15' }],
  ['no day', { page: 3, date: '2026-06-15' }, { page: 3 }, {}],
  [
    'other types',
    { page: 2, types: ['daily'] },
    { page: 2, types: ['daily', 'flat'] },
    { types: ['daily', 'flat'] },
  ],
  [
    'another page',
    { page: 3, date: '2026-06-15' },
    { page: 4, date: '2026-06-15' },
    { page: 4, date: '2026-06-15' },
  ],
  [
    'a day and its page',
    { page: 3 },
    { page: 2, date: '2026-06-15' },
    { page: 2, date: '2026-06-15' },
  ],
  [
    'nothing',
    { page: 3, types: ['daily'] },
    { page: 3, types: ['daily'] },
    { page: 3, types: ['daily'] },
  ],
])('%s of a list on its third page', (_, before, after, expected) => {
  expect(startAgain(before, after)).toEqual(expected);
});
