import { formatSigned } from '@lotkeeper/contract/money/change-words';
import type { WeekComparison, WeekName, WeekOfProperty } from '@lotkeeper/contract/money/week';
import { useState } from 'react';
import { formatCount, formatMoney } from '../../../kernel/format.ts';
import { FigureLink } from '../../../shared/figure-link.tsx';
import { Change } from '../../../ui/data/change.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import type { SortOrder } from '../../../ui/data/sorting.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { BridgeLink, Cause } from './change-cells.tsx';
import classes from './changes.module.css';
import { computeChange, formatTaken } from './week.rules.ts';

interface WeekSpotsProps {
  organizationId: string;
  week: WeekComparison;
}

const title = 'By property';

/** Each property's week with its change and its largest cause; the largest fall comes first. */
export function WeekSpots({ organizationId, week }: WeekSpotsProps) {
  const [order, setOrder] = useState<SortOrder>({ key: 'change', descending: false });
  return (
    <Panel title={title} flush>
      <DataTable
        caption={title}
        rows={week.properties}
        rowKey={({ pk }) => pk}
        columns={listColumns({ organizationId, week })}
        sorting={{ order, onSort: setOrder }}
      />
    </Panel>
  );
}

function listColumns({ organizationId, week }: WeekSpotsProps): DataColumn<WeekOfProperty>[] {
  const { days } = week;
  const figure = (
    measure: 'net' | 'rentals',
    name: WeekName,
    more: Pick<DataColumn<WeekOfProperty>, 'key' | 'header' | 'isWideOnly'>,
  ): DataColumn<WeekOfProperty> => {
    const format = measure === 'rentals' ? formatCount : formatMoney;
    const link = (amount: number, spotPk?: number) => (
      <FigureLink
        organization={organizationId}
        figure={{
          measure,
          spotPk,
          startDate: days[name].start_date,
          endDate: days[name].end_date,
        }}
      >
        {format(amount)}
      </FigureLink>
    );
    return {
      ...more,
      align: 'right',
      sortBy: (row) => row[name][measure],
      render: (row) => link(row[name][measure], row.pk),
      footer: link(week.total[name][measure]),
    };
  };
  return [
    {
      key: 'name',
      header: 'Property',
      primary: true,
      sortBy: ({ name }) => name,
      render: ({ pk, name }) => (
        <BridgeLink
          organizationId={organizationId}
          spotPk={pk}
          chosen={{ period: 'week', start: days.week.start_date }}
        >
          {name}
        </BridgeLink>
      ),
      footer: 'All properties',
    },
    figure('net', 'week', { key: 'net', header: 'Net' }),
    {
      key: 'change',
      header: 'Change',
      align: 'right',
      sortBy: computeChange,
      render: (row) => <Difference before={row.before.net} later={row.week.net} />,
      footer: <Difference before={week.total.before.net} later={week.total.week.net} />,
    },
    {
      key: 'cause',
      header: 'Largest cause',
      isDetail: true,
      render: ({ largest_step }) => <Cause step={largest_step} />,
      footer: '',
    },
    figure('net', 'year_ago', {
      key: 'year_ago',
      header: `In ${days.year_ago.start_date.slice(0, 4)}`,
      isWideOnly: true,
    }),
    figure('rentals', 'week', { key: 'rentals', header: 'Rentals', isWideOnly: true }),
    {
      key: 'occupancy',
      header: 'Occupancy',
      align: 'right',
      isWideOnly: true,
      sortBy: ({ week: { occupancy } }) => occupancy ?? -1,
      render: (row) => formatTaken(row.week),
      footer: formatTaken(week.total.week),
    },
  ];
}

function Difference({ before, later }: { before: number; later: number }) {
  return (
    <>
      {formatSigned(later - before, formatMoney)}
      <span className={classes.share}>
        {' '}
        <Change before={before} amount={later} />
      </span>
    </>
  );
}
