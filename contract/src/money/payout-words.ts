import type { LocalDate } from '../kernel/calendar.ts';
import { formatDateShort, formatDayRange, formatMonthName } from '../kernel/format.ts';
import type { PayoutAccount } from './payouts.ts';
import { earliestReportDate } from './report-range.ts';

/** The names of what was earned this month, and of what is paid out next and in all. */
export const earningsLabels = {
  month: 'Month-to-date earnings',
  next: 'Next payout',
  future: 'Total future payout',
  elsewhere: 'Collected elsewhere',
} as const;

/** The source of everything that an import records: other systems collected it. */
export const historySource = 'history';

/** Where there is no payout because other systems collected all that came in. */
export const elsewhereNote = 'Imported, and not paid out here';

type Payouts = Pick<PayoutAccount, 'next_payout' | 'payout_schedule'>;

/** What the next payout pays: 'November so far', 'Nov 16 – 22'. */
function describePeriod({ next_payout: next, payout_schedule }: Payouts, today: LocalDate) {
  const { start_date: start, end_date: end } = next;
  const days =
    payout_schedule === 'monthly' ? formatMonthName(start.slice(0, 7)) : formatDayRange(start, end);
  return end >= today ? `${days} so far` : days;
}

/** When the next payout is sent, and what for: 'On Dec 5, for November so far'. */
export function describeNextPayout(account: Payouts, today: LocalDate): string {
  const { due_date, is_late } = account.next_payout;
  const verb = is_late ? 'Was due on' : 'On';
  return `${verb} ${formatDateShort(due_date)}, for ${describePeriod(account, today)}`;
}

/**
 * The entries that the next payout is the sum of. null where a payout was sent after the last of its days, as daily
 * ones are: then no range of days has that sum.
 */
export function nextPayoutFigure(account: Payouts, today: LocalDate) {
  const { end_date: end } = account.next_payout;
  if (end < today && account.payout_schedule === 'daily') return null;
  const endDate = end < today ? end : today;
  return { measure: 'owed' as const, startDate: earliestReportDate, endDate };
}
