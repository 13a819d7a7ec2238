import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import type { Statement } from '@lotkeeper/contract/money/income-statement';
import { getIncomeStatement } from '@lotkeeper/contract/money/income-statement';
import { reportRefreshSeconds } from '@lotkeeper/contract/money/reports';
import type { StatementLine } from '@lotkeeper/contract/money/statement-groups';
import {
  allProperties,
  describeTimeZones,
  toBreakdown,
  toUpliftGroups,
  upliftNote,
} from '@lotkeeper/contract/money/statement-groups';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatMoneyExact } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { FigureLink } from '../../../shared/figure-link.tsx';
import { LinkButton } from '../../../shared/link-button.tsx';
import type { RangeFilters } from '../../../shared/range-search.ts';
import { ReportDates } from '../../../shared/report-dates.tsx';
import type { ReportRange } from '../../../shared/report-ranges.ts';
import { chosenSpot, findToday, readRange } from '../../../shared/report-ranges.ts';
import { SpotFilter } from '../../../shared/spot-filter.tsx';
import { WithReportSpots } from '../../../shared/with-report-spots.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { SumTable } from '../../../ui/data/sum-table.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
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
  return (
    <WithReportSpots
      organizationId={props.organizationId}
      title="Income Statement"
      panel={{
        title: 'Breakdown',
        columns: 2,
        icon: FileText,
        text: 'Your properties’ income will appear here.',
      }}
    >
      {(spots) => <OfSpots {...props} spots={spots} />}
    </WithReportSpots>
  );
}

function OfSpots(props: IncomeStatementPageProps & { spots: readonly SpotSummary[] }) {
  const { organizationId, filters, onFilter, spots } = props;
  const [downloading, setDownloading] = useState(false);
  const spot = chosenSpot(spots, filters);
  const today = findToday(spot ? [spot] : spots, now());
  const range = readRange(filters, today);
  const period = findPeriod(range, today);
  return (
    <>
      <PageHeader
        title="Income Statement"
        subtitle={spot ? spot.name : allProperties}
        actions={<DownloadButton onClick={() => setDownloading(true)} />}
      />
      <div className={classes.filters}>
        <div className={classes.property}>
          <SpotFilter
            spots={spots}
            spot={spot}
            onChoose={(chosen) => onFilter({ ...filters, spotPk: chosen ? String(chosen.pk) : '' })}
          />
        </div>
        <ReportDates
          value={range}
          today={today}
          onChange={({ start, end }) => onFilter({ ...filters, startDate: start, endDate: end })}
        />
        {period ? (
          <LinkButton
            to="/organization/$organizationId/changes"
            params={{ organizationId }}
            search={{
              ...(spot && { spotPk: String(spot.pk) }),
              period,
              startDate: range.start,
              ...(period === 'days' && { endDate: range.end }),
            }}
          >
            Why did it change?
          </LinkButton>
        ) : null}
      </div>
      <StatementPanels {...{ organizationId, spots, spot, range }} />
      {downloading ? (
        <DownloadDialog
          {...{ organizationId, spots, spot, range }}
          onClose={() => setDownloading(false)}
        />
      ) : null}
    </>
  );
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
  spots: readonly SpotSummary[];
  spot: SpotSummary | null;
  range: ReportRange;
}) {
  const { organizationId, spots, spot, range } = props;
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
  const zonesNote = describeTimeZones(new Set(spots.map(({ timezone }) => timezone)).size);
  return (
    <div className={classes.columns}>
      <DataPanel
        title="Breakdown"
        flush
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
        {() =>
          statement ? (
            <SumTable
              caption="Breakdown"
              groups={toSumGroups(toBreakdown(statement.income_statement), renderAmount)}
            />
          ) : null
        }
      </DataPanel>
      <div className={classes.side}>
        {statement ? (
          <Panel title="Revenue uplift" flush>
            <SumTable
              caption="Revenue uplift"
              groups={toSumGroups(toUpliftGroups(statement.revenue_uplift), renderAmount)}
            />
            <p className={classes.note}>{upliftNote}</p>
          </Panel>
        ) : null}
        {statement && !spot && zonesNote ? <p className={classes.zones}>{zonesNote}</p> : null}
      </div>
    </div>
  );
}
