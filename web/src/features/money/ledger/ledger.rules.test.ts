import { expect, test } from 'vitest';
import { isPromoCode, readEntryFilters } from './ledger.rules.ts';

test('a discount code of the URL that can’t be one is kept, so that the page can name it', () => {
  expect(readEntryFilters({ code: '!!' })).toEqual({ code: '!!' });
  expect(isPromoCode('!!')).toBe(false);
  expect(isPromoCode('spring25')).toBe(true);
});
