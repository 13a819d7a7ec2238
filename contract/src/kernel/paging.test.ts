import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { pageCount, pageQuery, pageSchema } from './paging.ts';

test('the page is 1 by default', () => {
  expect(pageQuery.parse(undefined)).toBe(1);
  expect(pageQuery.parse('12')).toBe(12);
});

test.each(['0', '-1', '1.5', ' 1', '1e3', '01', '9999999', ''])(
  'the page %j is refused',
  (text) => {
    expect(pageQuery.safeParse(text).success).toBe(false);
  },
);

test('26 items at 25 per page make 2 pages, and no items make 1', () => {
  expect(pageCount(26, 25)).toBe(2);
  expect(pageCount(25, 25)).toBe(1);
  expect(pageCount(0, 25)).toBe(1);
});

test('a list has results and their count', () => {
  const list = pageSchema(z.object({ pk: z.int() }));
  expect(list.parse({ results: [{ pk: 1 }], count: 41 })).toEqual({
    results: [{ pk: 1 }],
    count: 41,
  });
  expect(list.safeParse({ results: [], count: '0' }).success).toBe(false);
});
