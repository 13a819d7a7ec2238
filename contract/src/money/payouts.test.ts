import { expect, test } from 'vitest';
import { fromIso, instant } from '../kernel/calendar.ts';
import { duePeriod, listComingPayouts, payoutWaitsFor } from './payouts.ts';

test.each([
  ['monthly', '2026-11-05T14:59:59Z', '2026-09', '2026-09-30'],
  ['monthly', '2026-11-05T15:00:00Z', '2026-10', '2026-10-31'],
  ['monthly', '2026-11-30T23:00:00Z', '2026-10', '2026-10-31'],
  ['monthly', '2027-01-05T15:00:00Z', '2026-12', '2026-12-31'],
  ['monthly', '2028-03-06T00:00:00Z', '2028-02', '2028-02-29'],
  // 2026-11-17 is a Tuesday.
  ['weekly', '2026-11-17T14:59:59Z', '2026-11-08', '2026-11-08'],
  ['weekly', '2026-11-17T15:00:00Z', '2026-11-15', '2026-11-15'],
  ['weekly', '2026-11-24T14:00:00Z', '2026-11-15', '2026-11-15'],
  ['daily', '2026-11-17T14:59:59Z', '2026-11-14', '2026-11-14'],
  ['daily', '2026-11-17T15:00:00Z', '2026-11-15', '2026-11-15'],
] as const)('the newest due %s period at %s is %s, up to %s', (schedule, now, name, until) => {
  expect(duePeriod(schedule, fromIso(now))).toEqual({ name, until });
});

test('a monthly payout is due by the 7th of the next month', () => {
  const { until } = duePeriod('monthly', fromIso('2026-12-07T00:00:00Z'));
  expect(until).toBe('2026-11-30');
});

test.each([
  ['monthly', '2026-11-27T12:00:00Z', '2026-11-01', '2026-11-30', '2026-12-05'],
  ['monthly', '2026-12-04T12:00:00Z', '2026-11-01', '2026-11-30', '2026-12-05'],
  ['monthly', '2026-12-05T15:00:00Z', '2026-12-01', '2026-12-31', '2027-01-05'],
  // Tuesday, November 24, pays Monday 16 to Sunday 22.
  ['weekly', '2026-11-24T14:00:00Z', '2026-11-16', '2026-11-22', '2026-11-24'],
  ['weekly', '2026-11-24T15:00:00Z', '2026-11-23', '2026-11-29', '2026-12-01'],
  ['daily', '2026-11-24T15:00:00Z', '2026-11-23', '2026-11-23', '2026-11-25'],
] as const)('the next %s payout at %s pays %s to %s on %s', (schedule, now, start, end, due) => {
  const { due: newest, next } = listComingPayouts(schedule, fromIso(now));
  expect(next).toEqual({ start, end, due });
  expect(newest.end).toBe(duePeriod(schedule, fromIso(now)).until);
});

test('a payout waits for a bank account, then for the end of a hold, then for what the processor requires', () => {
  const account = {
    bank_account: { bank_name: 'Bank', last_four: '6789' },
    held_until: null,
    requirements: null,
  };
  const unclear = { can_be_paid: false };
  const waitsFor = (more: Partial<Parameters<typeof payoutWaitsFor>[0]>) =>
    payoutWaitsFor({ ...account, ...more }, instant(1000));
  expect(waitsFor({ bank_account: null, held_until: 2000 })).toBe('bank_account');
  expect(waitsFor({ held_until: 1001, requirements: unclear })).toBe('hold');
  expect(waitsFor({ held_until: 1000, requirements: unclear })).toBe('requirements');
  expect(waitsFor({ held_until: 1000, requirements: { can_be_paid: true } })).toBeNull();
  expect(waitsFor({})).toBeNull();
});
