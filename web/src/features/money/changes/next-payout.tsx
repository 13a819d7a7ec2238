import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  describeNextPayout,
  earningsLabels,
  nextPayoutFigure,
} from '@lotkeeper/contract/money/payout-words';
import { getPayoutAccount, payoutWaitsFor } from '@lotkeeper/contract/money/payouts';
import { now } from '../../../kernel/clock.ts';
import { formatMoney } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { linkToFigure } from '../../../shared/figure-link.tsx';
import { linkToOrganizationPage } from '../../../shared/page-links.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { StatGridSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import classes from './changes.module.css';

/** The sum and the day of the next payout, and whether something holds it. */
export function NextPayout({ organizationId }: { organizationId: string }) {
  const read = useRead(getPayoutAccount, { query: { organization: organizationId } });
  const today = toLocalDate(now(), 'UTC');
  return (
    <DataPanel
      title="Payouts"
      silentRefetch
      query={read}
      skeleton={<StatGridSkeleton count={1} noteLines={1} />}
    >
      {(account) => {
        const figure = nextPayoutFigure(account, today);
        return (
          <>
            <StatGrid>
              <Stat
                label={earningsLabels.next}
                value={formatMoney(account.next_payout.amount)}
                note={describeNextPayout(account, today)}
                renderLink={figure ? linkToFigure(organizationId, figure) : undefined}
              />
            </StatGrid>
            <p className={classes.hint}>
              {payoutWaitsFor(account, now())
                ? 'Payouts are on hold. See why on '
                : 'Earlier payouts are on '}
              {linkToOrganizationPage(Number(organizationId), 'payouts')('Payouts')}.
            </p>
          </>
        );
      }}
    </DataPanel>
  );
}
