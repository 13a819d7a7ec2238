import { expect, test, vi } from 'vitest';
import { keptInBrowser } from './kept.ts';

test('a browser that denies storage keeps nothing and breaks nothing', () => {
  keptInBrowser.keep('a', '1');
  expect(keptInBrowser.readJson('a')).toBe(1);
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  keptInBrowser.keep('a', '2');
  keptInBrowser.forget('a');
  expect(keptInBrowser.read('a')).toBeNull();
  expect(keptInBrowser.readJson('a')).toBeNull();
  expect(keptInBrowser.keys()).toEqual([]);
  vi.restoreAllMocks();
  expect(keptInBrowser.read('a')).toBe('1');
});
