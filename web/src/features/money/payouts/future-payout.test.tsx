import type { PayoutAccount } from '@lotkeeper/contract/money/payouts';
import { earliestReportDate } from '@lotkeeper/contract/money/report-range';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showPage } from '../../../shared/test-page.tsx';
import { FuturePayout } from './future-payout.tsx';

test('each sum opens the entries that it’s of: what is owed, the next payout, the month, what others collected', async () => {
  const account = {
    future_payout: 5000,
    next_payout: {
      amount: 4000,
      start_date: '2026-05-01',
      end_date: '2026-05-31',
      due_date: '2026-06-05',
      is_late: false,
    },
    collected_elsewhere: 800_000,
    requirements: {
      can_be_paid: true,
      due: [],
      past_due: [],
      is_checking: false,
      disabled_reason: null,
      deadline: null,
    },
    held_until: null,
    payout_schedule: 'monthly',
  } as unknown as PayoutAccount;
  showPage({
    show: () => (
      <FuturePayout
        account={account}
        earned={3000}
        organizationId="7"
        today={'2026-06-15' as never}
      />
    ),
  });
  const read = async (name: string) => {
    const link = await screen.findByRole('link', { name });
    const { measure, source, startDate, endDate } = Object.fromEntries(
      new URL(link.getAttribute('href') ?? '', 'https://lots.example').searchParams,
    );
    return [measure, source, startDate, endDate];
  };
  expect(await read('$50.00')).toEqual(['owed', undefined, earliestReportDate, '2026-06-15']);
  expect(await read('$40.00')).toEqual(['owed', undefined, earliestReportDate, '2026-05-31']);
  expect(await read('$30.00')).toEqual(['net', undefined, '2026-06-01', '2026-06-15']);
  expect(await read('$8,000.00')).toEqual(['net', 'history', earliestReportDate, '2026-06-15']);
});
