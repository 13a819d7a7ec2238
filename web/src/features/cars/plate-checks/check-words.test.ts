import type { PlateCheck } from '@lotkeeper/contract/cars/plate-checks';
import { cents } from '@lotkeeper/contract/kernel/money';
import { expect, test } from 'vitest';
import { describeCheck } from './check-words.ts';

test('a guest who waits for staff is shown as one, and not as an unknown plate', () => {
  const now = 1_790_000_000_000;
  const check: PlateCheck = {
    checked_at: now,
    plate: 'GUEST4',
    state: null,
    answer: 'waiting',
    until: null,
    came_at: null,
    asked_at: now - 15 * 60_000,
    grace_minutes: 15,
    rights: [],
    reads: [],
    violation: null,
    owes: cents(0),
    penalty: cents(5500),
  };
  const words = describeCheck(check, { timezone: 'America/Phoenix', now });
  expect(words.headline).toBe('Asked for free parking 15 minutes ago, waits for staff');
  expect(words.tone).toBe('amber');
});
