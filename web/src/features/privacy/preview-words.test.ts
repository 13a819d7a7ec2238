import { expect, test } from 'vitest';
import { describePreview } from './preview-words.ts';

test('a preview says how many are deleted and how many stay', () => {
  expect(describePreview('images', { due: 1234, retained: 12, more: false })).toBe(
    'From tomorrow night on, older images are deleted. Now that’s 1,234. They can’t be restored. 12 older ones stay, because a rental, a violation, a dispute, or a hold needs them.',
  );
});

test('a preview that stopped counting says at least how many', () => {
  expect(describePreview('reads', { due: 10_000, retained: 0, more: true })).toBe(
    'From tomorrow night on, older plate reads are deleted. Now that’s at least 10,000. They can’t be restored.',
  );
});

test('a preview without old rows says that nothing is deleted yet', () => {
  expect(describePreview('visits', { due: 0, retained: 0, more: false })).toContain(
    'No visits are old enough',
  );
});
