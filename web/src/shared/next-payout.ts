import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { parseLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { PayoutAccount } from '@lotkeeper/contract/money/payouts';
import { earliestReportDate } from '@lotkeeper/contract/money/report-range';
import type { FigureAddress } from './figure-link.tsx';

type Payouts = Pick<PayoutAccount, 'next_payout' | 'payout_schedule'>;

/**
 * The entries that the next payout is the sum of. null where a payout was sent after the last of its days, as daily
 * ones are: then no range of days has that sum.
 */
export function nextPayoutFigure(account: Payouts, today: LocalDate): FigureAddress | null {
  const { end_date: end } = account.next_payout;
  if (end < today && account.payout_schedule === 'daily') return null;
  const endDate = end < today ? end : today;
  return { measure: 'owed', startDate: earliestReportDate, endDate };
}

/** The month that a payout is for, from its text on the bank statement: 'LOTKEEPER 2026-10'; null for other periods. */
export function findPaidMonth(descriptor: string): LocalDate | null {
  const [, month] = /(?:^| )(\d{4}-\d{2})$/.exec(descriptor) ?? [];
  return parseLocalDate(`${month ?? ''}-01`);
}
