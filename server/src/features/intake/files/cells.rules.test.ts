import { expect, test } from 'vitest';
import { cutText } from './cells.rules.ts';

test('a long text ends with an ellipsis, without a blank before it, and a short one stays', () => {
  expect(cutText('Main St Garage', 8)).toBe('Main St…');
  expect(cutText('Main St Garage', 9)).toBe('Main St G…');
  expect(cutText('Main St', 7)).toBe('Main St');
});
