import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import type { PayoutAccount } from '@lotkeeper/contract/money/payouts';
import { holdHours, payoutWaitsFor } from '@lotkeeper/contract/money/payouts';
import { earliestReportDate } from '@lotkeeper/contract/money/report-range';
import { now } from '../../../kernel/clock.ts';
import { formatMoney } from '../../../kernel/format.ts';
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

export const FutureSkeleton = () => (
  <>
    <StatGridSkeleton count={1} />
    <div className={classes.text}>
      <Bone height="9rem" />
    </div>
  </>
);

/** What is still to be paid, when, and what blocks it. */
export function FuturePayout(props: {
  account: PayoutAccount;
  organizationId: string;
  /** In the organization's time zone; null until known. */
  today: LocalDate | null;
}) {
  const { account, organizationId, today } = props;
  const hinders = hindrance(account);
  return (
    <>
      <StatGrid>
        <Stat
          label="Total future payout"
          value={formatMoney(account.future_payout)}
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
