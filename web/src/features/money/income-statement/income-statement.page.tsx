import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import type { Statement } from '@lotkeeper/contract/money/income-statement';
import { getIncomeStatement } from '@lotkeeper/contract/money/income-statement';
import { reportRefreshSeconds } from '@lotkeeper/contract/money/reports';
import type { StatementLine } from '@lotkeeper/contract/money/statement-groups';
import {
  describeCommission,
  toBreakdown,
  toUpliftGroups,
  upliftNote,
} from '@lotkeeper/contract/money/statement-groups';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { formatMoneyExact } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { FigureLink } from '../../../shared/figure-link.tsx';
import { LinkButton } from '../../../shared/link-button.tsx';
import type { RangeFilters } from '../../../shared/range-search.ts';
import type { ChosenSpot } from '../../../shared/report-page.tsx';
import { ChosenDays, ReportPage, readChosenDays } from '../../../shared/report-page.tsx';
import type { ReportRange } from '../../../shared/report-ranges.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { SumTable } from '../../../ui/data/sum-table.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { findPeriod } from './compared-period.ts';
import classes from './income-statement.module.css';
import { toSumGroups } from './statement-groups.ts';

const DownloadDialog = lazyDialog(async () => ({
  default: (await import('./download-dialog.tsx')).DownloadDialog,
}));

interface IncomeStatementPageProps extends FilterProps<RangeFilters> {
  organizationId: string;
}

/** What drivers paid in a range of days, the deductions, and the rest, for all properties or one. */
export function IncomeStatementPage(props: IncomeStatementPageProps) {
  const { organizationId, filters } = props;
  const [downloading, setDownloading] = useState(false);
  return (
    <ReportPage
      {...props}
      title="Income Statement"
      panel={{
        title: 'Breakdown',
        columns: 2,
        icon: FileText,
        text: 'Your properties’ income will appear here.',
      }}
      actions={<DownloadButton onClick={() => setDownloading(true)} />}
      renderDays={(chosen) => <ChosenDays {...props} chosen={chosen} />}
    >
      {(chosen) => {
        const report = { organizationId, ...chosen, range: readChosenDays(chosen, filters).range };
        return (
          <>
            <StatementPanels
              {...report}
              why={<WhyLink {...{ organizationId, chosen, filters }} />}
            />
            {downloading ? (
              <DownloadDialog {...report} onClose={() => setDownloading(false)} />
            ) : null}
          </>
        );
      }}
    </ReportPage>
  );
}

/** To the reasons why these days differ from the ones before, if they can be compared. */
function WhyLink(props: { organizationId: string; chosen: ChosenSpot; filters: RangeFilters }) {
  const { organizationId, chosen, filters } = props;
  const { today, range } = readChosenDays(chosen, filters);
  const period = findPeriod(range, today);
  return period ? (
    <LinkButton
      to="/organization/$organizationId/changes"
      params={{ organizationId }}
      search={{
        ...(chosen.spot && { spotPk: String(chosen.spot.pk) }),
        period,
        startDate: range.start,
        ...(period === 'days' && { endDate: range.end }),
      }}
    >
      Why did it change?
    </LinkButton>
  ) : null;
}

/** The statement of the property or organization; null when it has no amounts. */
function selectStatement(
  { organization, spots }: AnswerOf<typeof getIncomeStatement>,
  spot: SpotSummary | null,
): Statement | null {
  const source = spot ? spots.find(({ uuid }) => uuid === spot.uuid) : organization;
  if (!source) return null;
  const { revenue, refunds, client_payment_processing_fee: fee } = source.income_statement;
  return revenue === 0 && refunds === 0 && fee === 0 ? null : source;
}

function StatementPanels(props: {
  organizationId: string;
  spot: SpotSummary | null;
  range: ReportRange;
  why: ReactNode;
}) {
  const { organizationId, spot, range, why } = props;
  const query = { organization: organizationId, start_date: range.start, end_date: range.end };
  const read = useRead(getIncomeStatement, { query }, { refreshEvery: reportRefreshSeconds });
  const statement = read.data && selectStatement(read.data, spot);
  const renderAmount = ({ amount, figure: { measure, rental_group } }: StatementLine) => (
    <FigureLink
      organization={organizationId}
      figure={{
        measure,
        group: rental_group,
        spotPk: spot?.pk,
        startDate: range.start,
        endDate: range.end,
      }}
    >
      {formatMoneyExact(amount)}
    </FigureLink>
  );
  return (
    <div className="ui-aside">
      <DataPanel
        title="Breakdown"
        actions={why}
        flush
        grows
        silentRefetch
        query={read}
        skeleton={<TableSkeleton rows={8} columns={2} />}
        isEmpty={(data) => selectStatement(data, spot) === null}
        empty={{
          icon: FileText,
          title: 'No revenue in this range',
          text: 'Choose other dates or another property.',
        }}
      >
        {({ commission_bases }) =>
          statement ? (
            <>
              <SumTable
                caption="Breakdown"
                groups={toSumGroups(
                  toBreakdown(statement.income_statement, commission_bases),
                  renderAmount,
                )}
              />
              <p className={classes.note}>{describeCommission(commission_bases)}</p>
            </>
          ) : null
        }
      </DataPanel>
      {statement ? (
        <Panel title="Revenue uplift" flush>
          <SumTable
            caption="Revenue uplift"
            groups={toSumGroups(toUpliftGroups(statement.revenue_uplift), renderAmount)}
          />
          <p className={classes.note}>{upliftNote}</p>
        </Panel>
      ) : null}
    </div>
  );
}
