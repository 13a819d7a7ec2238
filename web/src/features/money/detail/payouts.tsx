import { startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import type { FigureMeasure } from '@lotkeeper/contract/money/figures';
import {
  earningsLabels,
  elsewhereNote,
  historySource,
} from '@lotkeeper/contract/money/payout-words';
import { earliestReportDate } from '@lotkeeper/contract/money/report-range';
import type { Organization } from '@lotkeeper/contract/platform/organizations';
import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { now } from '../../../kernel/clock.ts';
import { formatMoney } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { linkToFigure } from '../../../shared/figure-link.tsx';
import { findToday } from '../../../shared/report-ranges.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { NotedStatsSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import { refresh } from './detail.api.ts';

const notes = ['Earned, net, all properties', 'Paid out so far, all properties'] as const;

/** What the organization earned this month, and has been paid so far. */
export function Payouts(props: { organization: Organization; spots: readonly SpotSummary[] }) {
  const { organization, spots } = props;
  const params = { id: String(organization.pk) };
  const earnings = useRead(getOrganization, { params }, refresh);
  const today = findToday(spots, now());
  const linkTo = (measure: FigureMeasure, startDate: string, source?: string) =>
    linkToFigure(organization.pk, { measure, startDate, endDate: today, source });
  return (
    <DataPanel
      title="Payouts"
      query={earnings}
      silentRefetch
      errorTitle="Could not fetch payouts"
      skeleton={<NotedStatsSkeleton notes={notes.map((note) => [note])} />}
      isEmpty={(data) => !data.owed_funds && !data.total_payout && !data.collected_elsewhere}
      empty={{
        title: 'Your payouts will show up here',
        text: 'Earnings will appear after you get your first rental',
      }}
    >
      {(data) => (
        <StatGrid>
          <Stat
            label={earningsLabels.month}
            value={formatMoney(data.owed_funds ?? 0)}
            note={notes[0]}
            renderLink={linkTo('net', startOfMonth(today))}
          />
          <Stat
            label="Lifetime earnings"
            value={formatMoney(data.total_payout ?? 0)}
            note={notes[1]}
            renderLink={linkTo('paid_out', earliestReportDate)}
          />
          {data.collected_elsewhere ? (
            <Stat
              label={earningsLabels.elsewhere}
              value={formatMoney(data.collected_elsewhere)}
              note={`${elsewhereNote}, all properties`}
              renderLink={linkTo('net', earliestReportDate, historySource)}
            />
          ) : null}
        </StatGrid>
      )}
    </DataPanel>
  );
}
