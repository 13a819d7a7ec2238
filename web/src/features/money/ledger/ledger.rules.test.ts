import { expect, test } from 'vitest';
import { findOtherSum, isPromoCode, readEntryFilters } from './ledger.rules.ts';

test('a discount code in the URL that can’t be valid is kept, so the page can name it', () => {
  expect(readEntryFilters({ code: '!!' })).toEqual({ code: '!!' });
  expect(isPromoCode('!!')).toBe(false);
  expect(isPromoCode('spring25')).toBe(true);
});

test('entries that don’t add up to their total are noticed once all of them are listed', () => {
  const page = (next: string | null, ...sums: number[]) => ({
    next,
    results: sums.map((running_total) => ({ running_total })),
  });
  const pages = [page('2', 5000, 9000), page(null, 18_366)];
  expect(findOtherSum(pages, 13_366)).toBe(18_366);
  expect(findOtherSum(pages, 18_366)).toBeNull();
  expect(findOtherSum(pages.slice(0, 1), 13_366)).toBeNull();
  expect(findOtherSum(pages, undefined)).toBeNull();
  expect(findOtherSum([page(null)], 100)).toBe(0);
});
