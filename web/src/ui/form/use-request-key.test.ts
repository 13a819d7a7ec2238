import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useRequestKey } from './use-form.ts';

test('a form keeps its key, and another form has another', () => {
  const { result, rerender } = renderHook(useRequestKey);
  const key = result.current;
  rerender();
  expect(result.current).toBe(key);
  expect(renderHook(useRequestKey).result.current).not.toBe(key);
});

/** They make a key where something is added to a list, which keeps it. */
const others = [
  'features/cars/appeals/answers-dialog.tsx',
  'features/operations/kiosks/kiosk-screen.tsx',
  'features/operations/valet/photo-strip.tsx',
  'features/operations/valet/vehicle-step.tsx',
];

test('keys of requests are made here alone', () => {
  const root = join(import.meta.dirname, '../..');
  const makers = globSync('**/*.{ts,tsx}', { cwd: root }).filter(
    (file) =>
      !file.includes('.test.') && readFileSync(join(root, file), 'utf8').includes('randomUUID()'),
  );
  expect(makers.sort()).toEqual([...others, 'ui/form/use-form.ts'].sort());
});
