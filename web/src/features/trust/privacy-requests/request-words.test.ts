import { expect, test } from 'vitest';
import { describeErasing, describeKept, listCounts } from './request-words.ts';

test('a class says how many of its records are deleted or anonymized, and what is kept of them', () => {
  expect(describeErasing({ class: 'visits', due: 1234 })).toBe(
    '1,234 are deleted. A signed record says so.',
  );
  expect(describeErasing({ class: 'rentals', due: 1 })).toBe(
    '1 is made anonymous. Times and amounts stay. The car, name, email, and phone are removed.',
  );
});

test('a class that erasing doesn’t change says why', () => {
  expect(describeErasing({ class: 'ledger_entries', due: 0 })).toBe(
    'Amounts of money never change. They name a rental, and no driver.',
  );
});

test('kept records are counted, with the reason', () => {
  expect(describeKept({ reason: 'hold', count: 1 })).toBe(
    '1 stays, because an Admin placed a hold.',
  );
  expect(describeKept({ reason: 'recent_violation', count: 2 })).toBe(
    '2 stay, because the violation is less than 180 days old and can be appealed.',
  );
});

test('erased records are listed by class', () => {
  const rows = [
    { class: 'visits', count: 5000 },
    { class: 'camera_messages', count: 1 },
  ] as const;
  expect(listCounts(rows)).toBe('visits: 5,000, camera messages: 1');
});
