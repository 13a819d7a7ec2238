import { expect, test } from 'vitest';
import { isPromoCode, readEntryFilters } from './ledger.rules.ts';

test('a discount code in the URL that can’t be valid is kept, so the page can name it', () => {
  expect(readEntryFilters({ code: '!!' })).toEqual({ code: '!!' });
  expect(isPromoCode('!!')).toBe(false);
  expect(isPromoCode('spring25')).toBe(true);
});
