import { expect, test, vi } from 'vitest';
import { keptInBrowser } from './kept.ts';

test('a browser that denies storage keeps nothing and breaks nothing', () => {
  expect(keptInBrowser.keep('a', '1')).toBe(true);
  expect(keptInBrowser.readJson('a')).toBe(1);
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  expect(keptInBrowser.keep('a', '2')).toBe(false);
  keptInBrowser.forget('a');
  expect(keptInBrowser.read('a')).toBeNull();
  expect(keptInBrowser.readJson('a')).toBeNull();
  expect(keptInBrowser.keys()).toEqual([]);
  vi.restoreAllMocks();
  expect(keptInBrowser.read('a')).toBe('1');
});
