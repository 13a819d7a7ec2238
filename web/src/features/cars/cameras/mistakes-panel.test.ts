import { expect, test } from 'vitest';
import { describeConfusion, describeRate } from './mistakes-panel.tsx';

test.each([
  [{ read: '8', real: 'B', count: 12 }, '8 for B, 12 times'],
  [{ read: 'I', real: '', count: 1 }, 'Adds I, once'],
  [{ read: '', real: '1', count: 1200 }, 'Leaves out 1, 1,200 times'],
])('what a camera mistakes is said in words: %j', (confusion, text) => {
  expect(describeConfusion(confusion)).toBe(text);
});

test.each([
  [4800, 12, '2.5'],
  [900, 0, 'None'],
  [0, 3, '–'],
])('of %i reads with %i misreads, those of a thousand are shown', (reads, misread, text) => {
  expect(describeRate({ reads, misread })).toBe(text);
});
