import { getWeekdayName, weekOrder } from '@lotkeeper/contract/kernel/weekdays';
import type { FrequencyWindow, TransientDriver } from '@lotkeeper/contract/people/driver-insights';
import {
  driverGroups,
  frequencyWindows,
  listTransientDrivers,
  transientDriversPageSize,
} from '@lotkeeper/contract/people/driver-insights';
import { driverGroupNames } from '@lotkeeper/contract/people/filter-words';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatQuantity } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { StoryLink } from '../../../shared/story-link.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { FieldRow } from '../../../ui/data/field-row.tsx';
import { PagedTable } from '../../../ui/data/paged-table.tsx';
import { Plate } from '../../../ui/data/plate.tsx';
import { When } from '../../../ui/data/when.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { listWindow } from './driver-insights.rules.ts';
import type { DriverFilters } from './insight-search.ts';

interface DriverListProps extends FilterProps<DriverFilters> {
  spot: SpotSummary;
}

const anyOption = { value: 'any', label: 'Any' };
const dayOptions = frequencyWindows.map((days) => ({
  value: String(days),
  label: `Last ${days} days`,
}));
const groupOptions = [
  anyOption,
  ...Object.entries(driverGroups).map(([value, label]) => ({ value, label })),
];
const weekdayOptions = [
  anyOption,
  ...weekOrder.map((dow) => ({ value: String(dow), label: getWeekdayName(dow) })),
];

/** The drivers that Driver Insights counts, with their visits and the last one. */
export function DriverListPage(props: DriverListProps) {
  const { spot, filters, onFilter } = props;
  const { days = 90, group, weekday, page = 1 } = filters;
  const query = {
    ...listWindow(spot, days),
    ...(group && { group }),
    ...(weekday && { weekday }),
    page,
  };
  const list = useRead(listTransientDrivers, { query });
  const title = group ? driverGroups[group] : 'Transient drivers';
  return (
    <>
      <PageHeader title="Transient Drivers" subtitle={spot.name} />
      <PagedTable
        title={title}
        caption={title}
        actions={
          <Fields days={days} filters={filters} onFilter={onFilter}>
            {list.data ? <span>{formatQuantity(list.data.count, 'driver')}</span> : null}
          </Fields>
        }
        query={list}
        rowKey={({ car }) => car}
        columns={columnsFor(spot)}
        empty={{ icon: Users, title: 'No drivers', text: 'Choose more days.' }}
        filtered={{
          by: [group && driverGroups[group], weekday && getWeekdayName(weekday)],
          onClear: () => onFilter({ days }),
        }}
        page={page}
        size={transientDriversPageSize}
        onPage={(next, mode) => onFilter({ ...filters, page: next }, mode)}
      />
    </>
  );
}

function Fields(props: {
  days: FrequencyWindow;
  filters: DriverFilters;
  onFilter: DriverListProps['onFilter'];
  children: ReactNode;
}) {
  const { days, filters, onFilter } = props;
  const { group, weekday } = filters;
  const choose = (chosen: DriverFilters) => onFilter({ ...filters, page: undefined, ...chosen });
  return (
    <FieldRow label="Listed drivers">
      <SearchSelect
        label="Days"
        options={dayOptions}
        value={`${days}`}
        onChoose={(chosen) => choose({ days: Number(chosen) as FrequencyWindow })}
      />
      <SearchSelect
        label="How often"
        options={groupOptions}
        value={group ?? anyOption.value}
        onChoose={(chosen) => choose({ group: driverGroupNames.find((name) => name === chosen) })}
      />
      <SearchSelect
        label="Weekday"
        options={weekdayOptions}
        value={weekday ? `${weekday}` : anyOption.value}
        onChoose={(chosen) => choose({ weekday: Number(chosen) || undefined })}
      />
      {group === 'repeat' ? (
        <p className="ui-note">Those with 1 visit parked here before these days.</p>
      ) : null}
      {props.children}
    </FieldRow>
  );
}

const columnsFor = (spot: SpotSummary): DataColumn<TransientDriver>[] => [
  {
    key: 'plate',
    header: 'License Plate',
    primary: true,
    render: ({ plate, state, last_rental }) => (
      <StoryLink organization={spot.organization} subject="rental" id={last_rental.uuid}>
        <Plate plate={plate} state={state} />
      </StoryLink>
    ),
  },
  {
    key: 'visits',
    header: 'Visits',
    align: 'right',
    render: ({ visits }) => formatCount(visits),
  },
  {
    key: 'first',
    header: 'First visit',
    isWideOnly: true,
    render: ({ first_at }) => <When at={first_at / 1000} zone={spot.timezone} />,
  },
  {
    key: 'last',
    header: 'Last visit',
    render: ({ last_at }) => <When at={last_at / 1000} zone={spot.timezone} />,
  },
];
