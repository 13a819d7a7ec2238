import {
  addDays,
  addMonths,
  instant,
  startOfMonth,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import { getFigure } from '@lotkeeper/contract/money/figures';
import type { Payout } from '@lotkeeper/contract/money/payouts';
import {
  getPayoutAccount,
  listPayouts,
  payoutsPerPage,
  refreshPayoutRequirements,
} from '@lotkeeper/contract/money/payouts';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { Wallet } from 'lucide-react';
import { useEffect, useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatDate, formatMonth } from '../../../kernel/format.ts';
import { joinReads, useRead, useSend } from '../../../kernel/queries.ts';
import { settings } from '../../../kernel/settings.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { useIsAdmin } from '../../../shared/admin-only.tsx';
import { linkToFigure } from '../../../shared/figure-link.tsx';
import { findPaidMonth } from '../../../shared/next-payout.ts';
import { findToday } from '../../../shared/report-ranges.ts';
import { SubscribeButton } from '../../../shared/subscribe-button.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { PagedTable } from '../../../ui/data/paged-table.tsx';
import { ReadText } from '../../../ui/data/skeleton.tsx';
import { StatGridSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { AccountFacts, AccountSkeleton } from './account-panel.tsx';
import { DownloadDialog } from './download-dialog.tsx';
import { FuturePayout, whenPaid } from './future-payout.tsx';
import type { PayoutFilters } from './payout-search.ts';
import classes from './payouts.module.css';

const describeSchedule = (schedule: keyof typeof whenPaid) =>
  `${whenPaid[schedule]} and may take 3 to 5 days.`;

const listColumns = (organizationId: string): DataColumn<Payout>[] => [
  { key: 'date', header: 'Date', primary: true, render: (payout) => formatDate(payout.local_date) },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    render: ({ local_date: day, formatted_amount: amount }) =>
      linkToFigure(organizationId, { measure: 'paid_out', startDate: day, endDate: day })(amount),
  },
  {
    key: 'descriptor',
    header: 'Statement Description',
    render: (payout) => (
      <>
        <span className={classes.descriptor}>{payout.statement_descriptor}</span>
        <PaidMonth {...{ payout, organizationId }} />
        {payout.failure === null ? null : (
          <span className={classes.failed}>
            Failed: {payout.failure} The amount will be included in a later payout.
          </span>
        )}
        {payout.arrived_at === null ? null : (
          <span className={classes.detail}>
            Arrived {formatDate(toLocalDate(instant(payout.arrived_at), 'UTC'))}
          </span>
        )}
        {payout.note === null ? null : <span className={classes.failed}>{payout.note}</span>}
      </>
    ),
  },
];

/** Opens what was earned in the month that a payout is for. */
function PaidMonth({ payout, organizationId }: { payout: Payout; organizationId: string }) {
  const month = findPaidMonth(payout.statement_descriptor);
  if (!month) return null;
  const link = linkToFigure(organizationId, {
    measure: 'net',
    startDate: month,
    endDate: addDays(addMonths(month, 1), -1),
  });
  return (
    <span className={classes.detail}>{link(`Earned in ${formatMonth(month.slice(0, 7))}`)}</span>
  );
}

interface PayoutsPageProps extends FilterProps<PayoutFilters> {
  organizationId: string;
}

/** The organization's past and upcoming payouts, and the account they go to. */
export function PayoutsPage({ organizationId, filters, onFilter }: PayoutsPageProps) {
  const isAdmin = useIsAdmin(organizationId);
  const isBack = isAdmin && filters.from === 'processor';
  const [downloading, setDownloading] = useState(false);
  const account = useRead(getPayoutAccount, { query: { organization: organizationId } });
  const spots = useRead(listSpots, {
    query: { organization: organizationId, includeThirdParty: 'true' },
  });
  const today = spots.data && findToday(spots.data, now());
  const earned = useRead(
    getFigure,
    today
      ? {
          query: {
            organization: organizationId,
            measure: 'net',
            start_date: startOfMonth(today),
            end_date: today,
          },
        }
      : null,
  );
  const future =
    account.data && earned.data && today
      ? { account: account.data, earned: earned.data.total, today }
      : undefined;
  const { mutate: refresh } = useSend(refreshPayoutRequirements, [getPayoutAccount]);
  useEffect(() => {
    if (isBack) refresh({ body: { organization: organizationId } });
  }, [isBack, organizationId, refresh]);
  return (
    <>
      <PageHeader
        title="Payouts"
        subtitle={
          settings.stripe_publishable_key
            ? undefined
            : 'This installation uses the sandbox payment processor: no money moves.'
        }
        actions={
          <>
            {isAdmin ? (
              <SubscribeButton organizationId={organizationId} body={{ kind: 'payouts' }} />
            ) : null}
            <DownloadButton onClick={() => setDownloading(true)} />
          </>
        }
      />
      <div className="ui-stack">
        <Panel
          title="Future payouts"
          actions={
            <span className="ui-note">
              <ReadText read={account} like={describeSchedule('monthly')}>
                {({ payout_schedule }) => describeSchedule(payout_schedule)}
              </ReadText>
            </span>
          }
        >
          <div className={classes.sides}>
            <DataPanel
              query={{ data: future, ...joinReads([account, spots, earned]) }}
              skeleton={<StatGridSkeleton count={1} noteLines={1} />}
            >
              {(data) => <FuturePayout {...data} organizationId={organizationId} />}
            </DataPanel>
            <DataPanel query={account} skeleton={<AccountSkeleton />}>
              {(data) => <AccountFacts account={data} organizationId={organizationId} />}
            </DataPanel>
          </div>
        </Panel>
        <PayoutList
          {...{ organizationId, filters, onFilter }}
          elsewhere={account.data?.collected_elsewhere ?? 0}
        />
      </div>
      {downloading ? (
        <DownloadDialog organizationId={organizationId} onClose={() => setDownloading(false)} />
      ) : null}
    </>
  );
}

function PayoutList(props: PayoutsPageProps & { elsewhere: number }) {
  const { organizationId, filters, onFilter, elsewhere } = props;
  const { page = 1 } = filters;
  const payouts = useRead(listPayouts, { params: { orgId: organizationId }, query: { page } });
  return (
    <PagedTable
      title="Payout history"
      caption="Payouts"
      query={payouts}
      rowKey={(payout) => payout.pk}
      columns={listColumns(organizationId)}
      skeletonRows={payoutsPerPage}
      empty={{
        icon: Wallet,
        title: 'Your payouts will show up here',
        text:
          elsewhere === 0
            ? 'Earnings will appear after you get your first rental'
            : 'What you imported was collected elsewhere, and isn’t paid out here.',
      }}
      page={page}
      size={payoutsPerPage}
      onPage={(next, mode) => onFilter({ page: next }, mode)}
    />
  );
}
