import { startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatMonthYear, namedByNumber, parseMonth } from '@lotkeeper/contract/kernel/month-year';
import { reportRefreshSeconds } from '@lotkeeper/contract/money/reports';
import type { AggregatorDay } from '@lotkeeper/contract/people/aggregator-rentals';
import {
  aggregatorNames,
  downloadAggregatorRentals,
  getAggregatorRentals,
} from '@lotkeeper/contract/people/aggregator-rentals';
import { aggregators } from '@lotkeeper/contract/people/rentals';
import type { Spot } from '@lotkeeper/contract/platform/spots';
import { spotFeatureRules } from '@lotkeeper/contract/platform/spots';
import { Plane } from 'lucide-react';
import { now } from '../../../kernel/clock.ts';
import { formatCount, formatDateShort, formatMonth } from '../../../kernel/format.ts';
import { useDownload, useRead } from '../../../kernel/queries.ts';
import type { MonthFilters } from '../../../kernel/search-params.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { EmptyState } from '../../../ui/data/states.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { MonthSelect } from '../../../ui/form/month-select.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { ActiveBySource } from './active-by-source.tsx';

interface AggregatorRentalsPageProps extends FilterProps<MonthFilters> {
  spot: Pick<Spot, 'pk' | 'name' | 'timezone' | 'classification' | 'spot_config'>;
}

const title = 'Aggregator Rentals';

/** Which booking sites brought the active rentals; for airport properties. */
export function AggregatorRentalsPage(props: AggregatorRentalsPageProps) {
  const { spot } = props;
  const { isOn, whenOff } = spotFeatureRules['aggregator rentals'];
  if (isOn(spot)) return <OfAirportLot {...props} />;
  return (
    <>
      <PageHeader title={title} subtitle={spot.name} />
      <Panel>
        <EmptyState
          icon={Plane}
          title={whenOff}
          text="This property isn’t classified as an airport lot."
        />
      </Panel>
    </>
  );
}

const isEmpty = (days: readonly AggregatorDay[]) =>
  days.every(({ total_rentals }) => total_rentals === 0);

function OfAirportLot({ spot, filters, onFilter }: AggregatorRentalsPageProps) {
  const today = toLocalDate(now(), spot.timezone);
  const month = parseMonth(filters.monthYear ?? '') ?? startOfMonth(today);
  const query = { spot: String(spot.pk), ...namedByNumber(month) };
  const read = useRead(getAggregatorRentals, { query }, { refreshEvery: reportRefreshSeconds });
  const file = useDownload(downloadAggregatorRentals);
  return (
    <>
      <PageHeader
        title={title}
        subtitle={spot.name}
        actions={
          <DownloadButton loading={file.isPending} onClick={() => file.mutate({ query })}>
            Download CSV
          </DownloadButton>
        }
      />
      {file.error ? (
        <div className="ui-bottom-wide">
          <FormFailure error={file.error} />
        </div>
      ) : null}
      <div className="ui-bottom-wide ui-field">
        <MonthSelect
          month={month}
          today={today}
          onChoose={(chosen) => onFilter({ monthYear: formatMonthYear(chosen) })}
        />
      </div>
      <div className="ui-stack">
        <DataPanel
          title="Active Rentals by Source"
          silentRefetch
          query={read}
          skeleton={<Bone height="20rem" />}
          isEmpty={isEmpty}
          empty={{
            icon: Plane,
            title: 'No rentals were active in this month',
            text: 'Choose another month.',
          }}
        >
          {(days) => <ActiveBySource days={days} />}
        </DataPanel>
        {read.data && !isEmpty(read.data) ? (
          <Panel flush title={`By day, ${formatMonth(month.slice(0, 7))}`}>
            <DataTable
              caption="Active rentals by day and source"
              rows={read.data}
              rowKey={({ date }) => date}
              columns={sourceColumns(read.data)}
            />
            <p className="ui-foot">
              Sum of days: a rental active on three days counts three times.
            </p>
          </Panel>
        ) : null}
      </div>
    </>
  );
}

type Count = (typeof aggregators)[number] | 'total_rentals';

/** The days of a month with the seven sources and their total. */
function sourceColumns(days: readonly AggregatorDay[]): DataColumn<AggregatorDay>[] {
  const sumCounts = (count: Count) =>
    formatCount(days.reduce((total, day) => total + day[count], 0));
  return [
    {
      key: 'date',
      header: 'Date',
      primary: true,
      render: ({ date }) => <time dateTime={date}>{formatDateShort(date)}</time>,
      footer: 'Sum of days',
    },
    ...aggregators.map((source) => ({
      key: source,
      header: aggregatorNames[source],
      align: 'right' as const,
      render: (day: AggregatorDay) => formatCount(day[source]),
      footer: sumCounts(source),
    })),
    {
      key: 'total_rentals',
      header: 'Total',
      align: 'right',
      render: ({ total_rentals }) => formatCount(total_rentals),
      footer: sumCounts('total_rentals'),
    },
  ];
}
