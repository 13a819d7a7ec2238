import { startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatMonthYear, namedByNumber, parseMonth } from '@lotkeeper/contract/kernel/month-year';
import type { DailyReports } from '@lotkeeper/contract/money/daily-reports';
import { getDailyReports } from '@lotkeeper/contract/money/daily-reports';
import type { FigureMeasure } from '@lotkeeper/contract/money/figures';
import { reportedTypes } from '@lotkeeper/contract/money/reported-types';
import { grossMeaning, netMeaning, reportRefreshSeconds } from '@lotkeeper/contract/money/reports';
import { ClipboardList } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatCount, formatMoneyExact, formatMonth } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { linkToSpotFigure } from '../../../shared/figure-link.tsx';
import { LinkButton } from '../../../shared/link-button.tsx';
import { RentalTypeSelect } from '../../../shared/rental-type-select.tsx';
import { daysOfMonth } from '../../../shared/report-ranges.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { StatGridSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { MonthSelect } from '../../../ui/form/month-select.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { reportColumns } from './report-columns.tsx';
import type { ReportFilters } from './report-search.ts';

const GenerateReport = lazyDialog(async () => ({
  default: (await import('./generate-report.tsx')).GenerateReport,
}));

interface ReportsPageProps extends FilterProps<ReportFilters> {
  spot: { pk: number; organization: number; name: string; timezone: string };
}

/** Whether there were neither ledger entries nor rentals. */
const isEmpty = ({ daily_reports }: DailyReports) =>
  daily_reports.every(
    ({ count_of_rentals, gross_revenue, refund_amount }) =>
      count_of_rentals === 0 && gross_revenue === 0 && refund_amount === 0,
  );

/** What a property earned on each day of a month, also as a file. */
export function ReportsPage({ spot, filters, onFilter }: ReportsPageProps) {
  const today = toLocalDate(now(), spot.timezone);
  const month = parseMonth(filters.monthYear ?? '') ?? startOfMonth(today);
  const { rentalType: type = null } = filters;
  const [downloading, setDownloading] = useState(false);
  const read = useRead(
    getDailyReports,
    {
      query: {
        spot: String(spot.pk),
        ...namedByNumber(month),
        ...(type && { rental_type: type }),
      },
    },
    { refreshEvery: reportRefreshSeconds },
  );
  const title = `${type ? reportedTypes[type] : 'Revenue'} by day, ${formatMonth(month.slice(0, 7))}`;
  return (
    <>
      <PageHeader
        title="Reports"
        subtitle={spot.name}
        actions={<DownloadButton onClick={() => setDownloading(true)} />}
      />
      <div className="ui-filters">
        <div className="ui-field">
          <RentalTypeSelect
            type={type}
            onChoose={(chosen) => onFilter({ ...filters, rentalType: chosen ?? undefined })}
          />
        </div>
        <div className="ui-field">
          <MonthSelect
            month={month}
            today={today}
            onChoose={(chosen) => onFilter({ ...filters, monthYear: formatMonthYear(chosen) })}
          />
        </div>
        <LinkButton
          to="/organization/$organizationId/changes"
          params={{ organizationId: String(spot.organization) }}
          search={{ spotPk: String(spot.pk), period: 'month', startDate: month }}
        >
          Why did it change?
        </LinkButton>
      </div>
      {read.data ? (
        isEmpty(read.data) ? null : (
          <Totals
            reports={read.data}
            linkTo={(measure) =>
              linkToSpotFigure(spot, {
                measure,
                ...daysOfMonth(month, today),
                type: type ?? undefined,
              })
            }
          />
        )
      ) : read.isPending ? (
        <div className="ui-bottom-wide" aria-hidden>
          <StatGridSkeleton count={3} />
        </div>
      ) : null}
      <DataPanel
        title={title}
        flush
        silentRefetch
        query={read}
        skeleton={<TableSkeleton rows={12} columns={8} />}
        isEmpty={isEmpty}
        empty={{
          icon: ClipboardList,
          title: 'No revenue in this month',
          text: 'Choose another month or rental type.',
        }}
      >
        {(data) => (
          <DataTable
            caption={title}
            rows={data.daily_reports}
            rowKey={({ date }) => date}
            columns={reportColumns({ spot, month, today, type }, data)}
          />
        )}
      </DataPanel>
      {downloading ? (
        <GenerateReport
          spot={spot}
          today={today}
          month={month}
          type={type}
          onClose={() => setDownloading(false)}
        />
      ) : null}
    </>
  );
}

function Totals(props: {
  reports: DailyReports;
  linkTo: (measure: FigureMeasure) => (value: ReactNode) => ReactNode;
}) {
  const { linkTo } = props;
  const { total } = props.reports;
  return (
    <div className="ui-bottom-wide">
      <StatGrid>
        <Stat
          label="Gross revenue"
          value={formatMoneyExact(total.gross_revenue)}
          hint={grossMeaning}
          renderLink={linkTo('gross')}
        />
        <Stat
          label="Net revenue"
          value={formatMoneyExact(total.net_revenue)}
          hint={netMeaning}
          renderLink={linkTo('net')}
        />
        <Stat
          label="Rentals"
          value={formatCount(total.count_of_rentals)}
          hint="Rentals whose first charge was on these days."
          renderLink={linkTo('rentals')}
        />
      </StatGrid>
    </div>
  );
}
