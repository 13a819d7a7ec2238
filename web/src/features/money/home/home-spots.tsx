import type { HomeProperty } from '@lotkeeper/contract/money/home';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDayRange, formatMoney, formatPercent } from '../../../kernel/format.ts';
import { linkToSpotFigure } from '../../../shared/figure-link.tsx';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import { Change } from '../../../ui/data/change.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import type { SortOrder } from '../../../ui/data/sorting.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';

/** A property with its figures. */
export type HomeSpot = SpotSummary & HomeProperty;

const linkGross = (spot: HomeSpot, name: 'today' | 'month') =>
  linkToSpotFigure(spot, {
    measure: 'gross',
    startDate: spot[name].start_date,
    endDate: spot[name].end_date,
  })(formatMoney(spot[name].gross));

const findShare = ({ active_rentals, quantity }: HomeSpot) =>
  quantity > 0 ? active_rentals / quantity : null;

/** Of the days that are over: those before are whole, too. */
const findDone = ({ month, today }: HomeSpot) => month.gross - today.gross;

const findGrowth = (spot: HomeSpot) =>
  spot.month_before.gross > 0 ? findDone(spot) / spot.month_before.gross : 0;

function listColumns(organizationId: string, [first]: readonly HomeSpot[]): DataColumn<HomeSpot>[] {
  const before = first?.month_before;
  return [
    {
      key: 'name',
      header: 'Property',
      primary: true,
      sortBy: ({ name }) => name,
      render: ({ pk, name }) => (
        <Link
          to="/organization/$organizationId/spots/$spotId/detail"
          params={{ organizationId, spotId: String(pk) }}
        >
          <UserText>{name}</UserText>
        </Link>
      ),
    },
    {
      key: 'today',
      header: 'Today',
      align: 'right',
      sortBy: ({ today }) => today.gross,
      render: (spot) => linkGross(spot, 'today'),
    },
    {
      key: 'trend',
      header: 'Last 4 weeks',
      isWideOnly: true,
      render: ({ trend }) => <Sparkline values={trend} />,
    },
    {
      key: 'month',
      header: 'This month',
      align: 'right',
      sortBy: ({ month }) => month.gross,
      render: (spot) => linkGross(spot, 'month'),
    },
    {
      key: 'change',
      header:
        before && before.start_date <= before.end_date
          ? `vs. ${formatDayRange(before.start_date, before.end_date)}`
          : 'Change',
      isWideOnly: true,
      sortBy: findGrowth,
      render: (spot) => <Change before={spot.month_before.gross} amount={findDone(spot)} />,
    },
    {
      key: 'occupied',
      header: 'Full',
      align: 'right',
      sortBy: (spot) => findShare(spot) ?? -1,
      render: (spot) => {
        const share = findShare(spot);
        return share === null ? '–' : formatPercent(share, 0);
      },
    },
  ];
}

/** Each property's gross today and this month, the largest first. */
export function HomeSpots(props: { organizationId: string; spots: readonly HomeSpot[] }) {
  const { organizationId, spots } = props;
  const [order, setOrder] = useState<SortOrder>({ key: 'month', descending: true });
  return (
    <DataTable
      caption="Properties"
      rows={spots}
      rowKey={({ pk }) => pk}
      columns={listColumns(organizationId, spots)}
      sorting={{ order, onSort: setOrder }}
    />
  );
}
