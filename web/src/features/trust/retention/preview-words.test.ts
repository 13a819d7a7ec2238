import { expect, test } from 'vitest';
import { describePreview } from './preview-words.ts';

test.each([
  [
    'images',
    { due: 1234, retained: 12, more: false },
    'From tomorrow night on, older images are deleted. Now that’s 1,234. They can’t be restored. 12 older ones stay, because a rental, a violation, a dispute, or a hold needs them.',
  ],
  [
    'reads',
    { due: 10_000, retained: 0, more: true },
    'From tomorrow night on, older plate reads are deleted. Now that’s at least 10,000. They can’t be restored.',
  ],
  [
    'visits',
    { due: 0, retained: 0, more: false },
    'No visits are old enough to be deleted yet. From tomorrow night on, those that become older are.',
  ],
] as const)(
  'the preview of a rule for %s says how many records are deleted and kept',
  (name, counts, text) => {
    expect(describePreview(name, counts)).toBe(text);
  },
);
