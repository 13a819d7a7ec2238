import { expect, test } from 'vitest';
import { newRequestId } from './request-id.ts';

test('ten thousand request ids are all different, and have 8 characters that nobody confuses', () => {
  const ids = Array.from({ length: 10_000 }, newRequestId);
  expect(new Set(ids).size).toBe(10_000);
  expect(ids.filter((id) => !/^[2-9a-hj-np-z]{8}$/.test(id))).toEqual([]);
});
