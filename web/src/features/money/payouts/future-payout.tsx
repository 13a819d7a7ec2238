import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { getFigure } from '@lotkeeper/contract/money/figures';
import { describeNextPayout, nextPayoutFigure } from '@lotkeeper/contract/money/payout-words';
import type { PayoutAccount } from '@lotkeeper/contract/money/payouts';
import { holdHours, payoutWaitsFor } from '@lotkeeper/contract/money/payouts';
import { earliestReportDate } from '@lotkeeper/contract/money/report-range';
import { now } from '../../../kernel/clock.ts';
import { formatMoneyExact, formatMonthName } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { settings } from '../../../kernel/settings.ts';
import { linkToFigure } from '../../../shared/figure-link.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { StatGridSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import classes from './payouts.module.css';
import { RequirementsNotice } from './requirements-notice.tsx';

const whenPaid = {
  monthly: 'Payouts occur by the 7th of each month for the previous month’s revenue',
  weekly:
    'Payouts occur each week for the previous week’s revenue, per your organization’s schedule',
  daily: 'Payouts occur each day for an earlier day’s revenue, per your organization’s schedule',
} as const;

const hoursUntil = (instant: number) => Math.max(1, Math.ceil((instant - now()) / hourMs));

/** Why payouts are paused; null when they aren't. */
function hindrance(account: PayoutAccount): string | null {
  const waits = payoutWaitsFor(account, now());
  if (waits === 'bank_account') return 'Add a bank account to receive payouts.';
  if (waits !== 'hold' || account.held_until === null) return null;
  const left = hoursUntil(account.held_until);
  return `Payouts are held for ${holdHours} hours after a change of the bank account. ${left} ${left === 1 ? 'hour is' : 'hours are'} left.`;
}

/** The skeleton of the figures and the lines below them. */
export const FutureSkeleton = () => (
  <>
    <StatGridSkeleton count={3} noteLines={1} />
    <div className={classes.text}>
      <Bone height="6rem" />
    </div>
  </>
);

interface FuturePayoutProps {
  account: PayoutAccount;
  organizationId: string;
  /** In the organization's time zone; null until known. */
  today: LocalDate | null;
}

/** What comes next and when, what was earned this month, all that is to be paid, and what holds it. */
export function FuturePayout(props: FuturePayoutProps) {
  const { account, organizationId, today } = props;
  const hinders = hindrance(account);
  return (
    <>
      <StatGrid>
        <NextStat {...props} />
        <MonthStat organizationId={organizationId} today={today} />
        <Stat
          label="Total future payout"
          value={formatMoneyExact(account.future_payout)}
          note="Earned and not paid out yet"
          hint="Everything your properties earned, less refunds, tax, processing fees, commission and earlier payouts."
          {...(today && {
            renderLink: linkToFigure(organizationId, {
              measure: 'owed',
              startDate: earliestReportDate,
              endDate: today,
            }),
          })}
        />
      </StatGrid>
      {hinders ? <p className={classes.notice}>{hinders}</p> : null}
      <RequirementsNotice account={account} organizationId={organizationId} />
      <p className={classes.text}>{whenPaid[account.payout_schedule]} and may take 3 to 5 days.</p>
      {settings.stripe_publishable_key ? null : (
        <p className={classes.text}>
          This installation uses the sandbox payment processor: no money moves.
        </p>
      )}
    </>
  );
}

function NextStat({ account, organizationId, today }: FuturePayoutProps) {
  const figure = today && nextPayoutFigure(account, today);
  return (
    <Stat
      label="Next payout"
      value={formatMoneyExact(account.next_payout.amount)}
      note={today ? describeNextPayout(account, today) : null}
      hint="What was earned through the last of these days and not paid out yet, late entries of earlier days included."
      renderLink={figure ? linkToFigure(organizationId, figure) : undefined}
    />
  );
}

/** What was earned in the month so far, whatever of it the next payout pays. */
function MonthStat({ organizationId, today }: Pick<FuturePayoutProps, 'organizationId' | 'today'>) {
  const startDate = today && startOfMonth(today);
  const query = startDate && {
    organization: organizationId,
    measure: 'net' as const,
    start_date: startDate,
    end_date: today,
  };
  const earned = useRead(getFigure, query && { query });
  if (!startDate || !earned.data) {
    return <Stat label="Earned this month" value={earned.error ? '–' : <Bone width="6rem" />} />;
  }
  return (
    <Stat
      label="Earned this month"
      value={formatMoneyExact(earned.data.total)}
      note={`Net, ${formatMonthName(startDate.slice(0, 7))} so far`}
      hint="Net revenue of all properties in the current month."
      renderLink={linkToFigure(organizationId, { measure: 'net', startDate, endDate: today })}
    />
  );
}
