import { startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatMonthYear, namedByNumber, parseMonth } from '@lotkeeper/contract/kernel/month-year';
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
import { formatCount, formatMonth } from '../../../kernel/format.ts';
import { useDownload, useRead } from '../../../kernel/queries.ts';
import type { MonthFilters } from '../../../kernel/search-params.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { LinkButton } from '../../../shared/link-button.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { ProgressBar } from '../../../ui/data/progress-bar.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { EmptyState } from '../../../ui/data/states.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { MonthSelect } from '../../../ui/form/month-select.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { ActiveBySource } from './active-by-source.tsx';

interface AggregatorRentalsPageProps extends FilterProps<MonthFilters> {
  spot: Pick<Spot, 'pk' | 'organization' | 'name' | 'timezone' | 'classification' | 'spot_config'>;
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
          text={`${spot.name} isn’t classified as an airport lot.`}
          action={
            <LinkButton
              to="/organization/$organizationId/spots/$spotId/detail"
              params={{ organizationId: String(spot.organization), spotId: String(spot.pk) }}
            >
              Open Detail
            </LinkButton>
          }
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
  const read = useRead(
    getAggregatorRentals,
    { query },
    { refreshEvery: getAggregatorRentals.freshFor },
  );
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
          <BySource days={read.data} month={formatMonth(month.slice(0, 7))} />
        ) : null}
      </div>
    </>
  );
}

/** The sources, largest first; the chart has their days, as a table too. */
function BySource({ days, month }: { days: readonly AggregatorDay[]; month: string }) {
  const sums = aggregators
    .map((source) => ({ source, sum: days.reduce((total, day) => total + day[source], 0) }))
    .sort((a, b) => b.sum - a.sum);
  const total = sums.reduce((sum, row) => sum + row.sum, 0);
  return (
    <Panel flush title={`By source, ${month}`}>
      <DataTable
        caption="Active rentals by source"
        rows={sums}
        rowKey={({ source }) => source}
        columns={[
          {
            key: 'source',
            header: 'Source',
            primary: true,
            render: ({ source }) => aggregatorNames[source],
            footer: 'Total',
          },
          {
            key: 'share',
            header: 'Share',
            render: ({ source, sum }) => (
              <ProgressBar label={`Share of ${aggregatorNames[source]}`} value={sum} max={total} />
            ),
          },
          {
            key: 'day',
            header: 'Average per day',
            align: 'right',
            isWideOnly: true,
            render: ({ sum }) => formatCount(Math.round(sum / days.length)),
            footer: formatCount(Math.round(total / days.length)),
          },
          {
            key: 'sum',
            header: 'Sum of days',
            align: 'right',
            render: ({ sum }) => formatCount(sum),
            footer: formatCount(total),
          },
        ]}
      />
      <p className="ui-foot">Sum of days: a rental active on three days counts three times.</p>
    </Panel>
  );
}
