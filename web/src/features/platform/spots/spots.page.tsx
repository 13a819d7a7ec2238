import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { Link } from '@tanstack/react-router';
import { now } from '../../../kernel/clock.ts';
import { formatCount, formatMoney, formatPercent } from '../../../kernel/format.ts';
import { useHasRole } from '../../../kernel/session.tsx';
import { linkToSpotFigure } from '../../../shared/figure-link.tsx';
import { AddPropertyLink, EditPropertyButton } from '../../../shared/property-links.tsx';
import { formatAddress, formatCity } from '../../../shared/spot-address.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { NoMatch } from '../../../ui/data/no-match.tsx';
import { actionsColumn } from '../../../ui/data/row-actions.tsx';
import type { Sorting } from '../../../ui/data/sorting.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import classes from './spots.module.css';

interface SpotsPageProps {
  organizationId: string;
  spots: SpotSummary[];
  searchTerm: string;
  onSearch: (text: string) => void;
  sorting: Sorting;
}

/** Properties whose name or address contains every word. */
export function findSpots(spots: readonly SpotSummary[], searchTerm: string): SpotSummary[] {
  const words = searchTerm.toLowerCase().split(/\s+/).filter(Boolean);
  return spots.filter((spot) => {
    const text = `${spot.name} ${formatAddress(spot)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

const sumSpots = (spots: readonly SpotSummary[], part: (spot: SpotSummary) => number) =>
  spots.reduce((total, spot) => total + part(spot), 0);

const formatOccupancy = (active: number, spaces: number) =>
  spaces > 0 ? formatPercent(active / spaces, 0) : '–';

function createColumns(
  organizationId: string,
  visibleSpots: readonly SpotSummary[],
  canEdit: boolean,
): DataColumn<SpotSummary>[] {
  const withMoney = visibleSpots.some((spot) => spot.month_to_date_revenue !== undefined);
  const revenue: DataColumn<SpotSummary> = {
    key: 'revenue',
    header: 'Gross this month',
    align: 'right',
    sortBy: (spot) => spot.month_to_date_revenue ?? 0,
    render: (spot) => {
      const today = toLocalDate(now(), spot.timezone);
      return linkToSpotFigure(spot, {
        measure: 'gross',
        startDate: startOfMonth(today),
        endDate: today,
      })(formatMoney(spot.month_to_date_revenue ?? 0));
    },
    footer: formatMoney(sumSpots(visibleSpots, (spot) => spot.month_to_date_revenue ?? 0)),
  };
  const edit: DataColumn<SpotSummary> = {
    ...actionsColumn((spot: SpotSummary) => (
      <EditPropertyButton spot={spot} isInRow>
        Edit<span className="ui-hidden"> {spot.name}</span>
      </EditPropertyButton>
    )),
    isWideOnly: true,
  };
  return [
    {
      key: 'name',
      header: 'Property',
      primary: true,
      sortBy: ({ name }) => name,
      render: (spot) => (
        <Link
          to="/organization/$organizationId/spots/$spotId/detail"
          params={{ organizationId, spotId: String(spot.pk) }}
        >
          {spot.name}
        </Link>
      ),
      footer: 'All shown',
    },
    {
      key: 'city',
      header: 'City',
      isWideOnly: true,
      sortBy: formatCity,
      render: (spot) => (
        <span className="ui-nowrap" title={formatAddress(spot)}>
          {formatCity(spot)}
        </span>
      ),
    },
    ...(withMoney ? [revenue] : []),
    {
      key: 'active',
      header: 'Active rentals',
      align: 'right',
      // On a phone, name, money and occupancy fit one line.
      isWideOnly: withMoney,
      sortBy: (spot) => spot.active_rentals,
      render: (spot) => formatCount(spot.active_rentals),
      footer: formatCount(sumSpots(visibleSpots, (spot) => spot.active_rentals)),
    },
    {
      key: 'spaces',
      header: 'Spaces',
      align: 'right',
      isWideOnly: true,
      sortBy: (spot) => spot.quantity,
      render: (spot) => formatCount(spot.quantity),
      footer: formatCount(sumSpots(visibleSpots, (spot) => spot.quantity)),
    },
    {
      key: 'occupancy',
      header: 'Occupancy now',
      align: 'right',
      sortBy: (spot) => (spot.quantity > 0 ? spot.active_rentals / spot.quantity : -1),
      render: (spot) => formatOccupancy(spot.active_rentals, spot.quantity),
      footer: formatOccupancy(
        // A property without a number of spaces doesn't count toward occupancy.
        sumSpots(visibleSpots, (spot) => (spot.quantity > 0 ? spot.active_rentals : 0)),
        sumSpots(visibleSpots, (spot) => spot.quantity),
      ),
    },
    ...(canEdit ? [edit] : []),
  ];
}

/** An organization's properties with their current activity; a row opens its property. */
export function SpotsPage(props: SpotsPageProps) {
  const { organizationId, spots, searchTerm, onSearch, sorting } = props;
  const visibleSpots = findSpots(spots, searchTerm);
  const canEdit = useHasRole(spots[0]?.organization ?? 0)(adminOnly);
  return (
    <>
      <PageHeader
        title="Properties"
        subtitle={spots.length === 1 ? '1 property' : `${formatCount(spots.length)} properties`}
        actions={
          <>
            <TextInput
              className={classes.search ?? ''}
              aria-label="Search properties by name or address"
              placeholder="Search by name or address"
              type="search"
              value={searchTerm}
              onChange={(event) => onSearch(event.currentTarget.value)}
            />
            <AddPropertyLink organizationId={organizationId} />
          </>
        }
      />
      <Panel flush>
        <DataTable
          caption="Properties"
          rows={visibleSpots}
          rowKey={(spot) => spot.pk}
          columns={createColumns(organizationId, visibleSpots, canEdit)}
          sorting={sorting}
          empty={<NoMatch by={[searchTerm]} onClear={() => onSearch('')} />}
        />
      </Panel>
    </>
  );
}
