import { expect, test } from 'vitest';
import { formatMegabytes } from './format-megabytes.ts';
import { describePreview } from './preview-words.ts';
import { describeErasing, describeKept, listCounts } from './request-words.ts';

test('a class says how many of it are deleted or made anonymous, and what stays of them', () => {
  expect(describeErasing({ class: 'visits', due: 1234 })).toBe(
    '1,234 are deleted. A signed record says so.',
  );
  expect(describeErasing({ class: 'rentals', due: 1 })).toBe(
    '1 is made anonymous. Times and amounts stay. The car, name, email, and phone are removed.',
  );
});

test('a class that erasing doesn’t touch says why', () => {
  expect(describeErasing({ class: 'ledger_entries', due: 0 })).toBe(
    'Amounts of money never change. They name a rental, and no driver.',
  );
});

test('what stays is counted, with the reason', () => {
  expect(describeKept({ reason: 'hold', count: 1 })).toBe(
    '1 stays, because an Admin placed a hold.',
  );
  expect(describeKept({ reason: 'recent_violation', count: 2 })).toBe(
    '2 stay, because the violation is less than 180 days old and can be appealed.',
  );
});

test('what was erased is listed by class', () => {
  const rows = [
    { class: 'visits', count: 5000 },
    { class: 'camera_messages', count: 1 },
  ] as const;
  expect(listCounts(rows)).toBe('visits: 5,000, camera messages: 1');
});

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
  'the preview of a rule for %s says how many are deleted and stay',
  (name, counts, text) => {
    expect(describePreview(name, counts)).toBe(text);
  },
);

test.each([
  [1, 'Under 0.1 MB'],
  [50_000, '0.1 MB'],
  [1_949_999, '1.9 MB'],
  [12_345_678_900, '12,345.7 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatMegabytes(bytes)).toBe(text);
});
