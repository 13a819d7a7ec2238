import { expect, test } from 'vitest';
import { describeUndo, describeUndone } from './undo.rules.ts';

test('the confirmation says how many visitors will be removed, restored, and left as they are', () => {
  expect(describeUndo({ removed: 120, restored: 14, kept: 0 })).toBe(
    'Removes 120 visitors and restores 14.',
  );
  expect(describeUndo({ removed: 1, restored: 0, kept: 0 })).toBe('Removes 1 visitor.');
  expect(describeUndo({ removed: 0, restored: 2000, kept: 1 })).toBe(
    'Restores 2,000 visitors. 1 visitor changed since the upload stay as they are.',
  );
  expect(describeUndo({ removed: 0, restored: 0, kept: 0 })).toBe('Nothing is left to undo.');
});

test('the result says in the past tense how many visitors were removed, restored, and left', () => {
  expect(describeUndone({ removed: 3, restored: 1, kept: 2 })).toBe(
    'Removed 3 visitors and restored 1. 2 visitors changed since the upload stayed as they are.',
  );
  expect(describeUndone({ removed: 0, restored: 0, kept: 0 })).toBe('No visitors were changed.');
});
