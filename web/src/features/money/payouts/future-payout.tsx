import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import {
  describeNextPayout,
  earningsLabels,
  elsewhereNote,
  historySource,
  nextPayoutFigure,
} from '@lotkeeper/contract/money/payout-words';
import type { PayoutAccount } from '@lotkeeper/contract/money/payouts';
import { holdHours, payoutWaitsFor } from '@lotkeeper/contract/money/payouts';
import { earliestReportDate } from '@lotkeeper/contract/money/report-range';
import { now } from '../../../kernel/clock.ts';
import { formatMoneyExact, formatMonthName, lowerFirst } from '../../../kernel/format.ts';
import { linkToFigure } from '../../../shared/figure-link.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import classes from './payouts.module.css';
import { RequirementsNotice } from './requirements-notice.tsx';

/** When payouts are sent, by their schedule. */
export const whenPaid = {
  monthly: 'Payouts occur by the 7th of each month for the previous month’s revenue',
  weekly:
    'Payouts occur each week for the previous week’s revenue, per your organization’s schedule',
  daily: 'Payouts occur each day for an earlier day’s revenue, per your organization’s schedule',
} as const;

const describeAll = (next: string) => `All of it is the next payout: ${lowerFirst(next)}`;

const hoursUntil = (instant: number) => Math.max(1, Math.ceil((instant - now()) / hourMs));

/** Why payouts are paused; null when they aren't. */
function hindrance(account: PayoutAccount): string | null {
  const waits = payoutWaitsFor(account, now());
  if (waits === 'bank_account') return 'Add a bank account to receive payouts.';
  if (waits !== 'hold' || account.held_until === null) return null;
  const left = hoursUntil(account.held_until);
  return `Payouts are held for ${holdHours} hours after a change of the bank account. ${left} ${left === 1 ? 'hour is' : 'hours are'} left.`;
}

interface FuturePayoutProps {
  account: PayoutAccount;
  /** In the month so far, in cents. */
  earned: number;
  organizationId: string;
  /** In the organization's time zone. */
  today: LocalDate;
}

/** What comes next and when, what was earned this month, all that is to be paid, and what holds it. A sum is shown once. */
export function FuturePayout(props: FuturePayoutProps) {
  const { account, earned, organizationId, today } = props;
  const { future_payout: future, next_payout: next } = account;
  const hinders = hindrance(account);
  return (
    <>
      <StatGrid>
        {next.amount === future ? null : <NextStat {...props} />}
        {earned === future || earned === next.amount ? null : <MonthStat {...props} />}
        <Stat
          label={earningsLabels.future}
          value={formatMoneyExact(future)}
          note={
            next.amount === future
              ? describeAll(describeNextPayout(account, today))
              : 'Earned and not paid out yet'
          }
          hint="Everything your properties earned, less refunds, tax, processing fees, commission and earlier payouts."
          renderLink={linkToFigure(organizationId, {
            measure: 'owed',
            startDate: earliestReportDate,
            endDate: today,
          })}
        />
        {account.collected_elsewhere === 0 ? null : <ElsewhereStat {...props} />}
      </StatGrid>
      {hinders ? <p className={classes.notice}>{hinders}</p> : null}
      <RequirementsNotice account={account} organizationId={organizationId} />
    </>
  );
}

function NextStat({ account, organizationId, today }: FuturePayoutProps) {
  const figure = nextPayoutFigure(account, today);
  return (
    <Stat
      label={earningsLabels.next}
      value={formatMoneyExact(account.next_payout.amount)}
      note={describeNextPayout(account, today)}
      hint="What was earned through the last of these days and not paid out yet, late entries of earlier days included."
      renderLink={figure ? linkToFigure(organizationId, figure) : undefined}
    />
  );
}

/** What other systems collected, apart from what is owed. */
function ElsewhereStat({ account, organizationId, today }: FuturePayoutProps) {
  return (
    <Stat
      label={earningsLabels.elsewhere}
      value={formatMoneyExact(account.collected_elsewhere)}
      note={elsewhereNote}
      hint="Net revenue that you brought in with Import History: your earlier system collected it and paid it out."
      renderLink={linkToFigure(organizationId, {
        measure: 'net',
        source: historySource,
        startDate: earliestReportDate,
        endDate: today,
      })}
    />
  );
}

/** What was earned in the month so far, whatever of it the next payout pays. */
function MonthStat({ earned, organizationId, today }: FuturePayoutProps) {
  const startDate = startOfMonth(today);
  return (
    <Stat
      label={earningsLabels.month}
      value={formatMoneyExact(earned)}
      note={`Net, ${formatMonthName(startDate.slice(0, 7))} so far`}
      hint="Net revenue of all properties in the current month. What another system collected is in it, and is never paid out here."
      renderLink={linkToFigure(organizationId, { measure: 'net', startDate, endDate: today })}
    />
  );
}
