import type { TransientType } from '@lotkeeper/contract/filter-words';
import { transientTypes } from '@lotkeeper/contract/filter-words';
import { adminEmployeeEnforcer } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { readPage } from '#app/page-search.ts';
import { useSpotArea } from '#app/spot-area.tsx';
import { driverTabs } from '#features/drivers/driver-tabs.ts';
import { DriversPage } from '#features/drivers/drivers.page.tsx';
import type { DriverFilters } from '#features/drivers/drivers.rules.ts';
import type { HistoryMode } from '#kernel/url-state.ts';
import { readText } from '#kernel/url-state.ts';

type DriverSearch = Omit<DriverFilters, 'rentalType'> & { rentalType?: string | undefined };

/** The types that a comma list names; what isn’t one is left out. */
function typesIn(text: string): TransientType[] | undefined {
  const requestedTypes = text.split(',');
  const types = transientTypes.filter((type) => requestedTypes.includes(type));
  return types.length > 0 ? types : undefined;
}

/** The filters as they are in the address; nonsense isn’t one. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/drivers',
)({
  validateSearch: (search: Record<string, unknown>): DriverSearch => ({
    tab: driverTabs.find((tab) => tab === search.tab),
    slotState: search.slotState === 'upcoming' ? 'upcoming' : undefined,
    rentalType: typesIn(String(search.rentalType))?.join(','),
    ...readPage(search),
    ...readText(search, 'searchTerm', 100),
  }),
  component: DriversRoute,
});

function DriversRoute() {
  const { organization, spot } = useSpotArea();
  const { rentalType, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const onFilter = (filters: DriverFilters, mode?: HistoryMode) =>
    void navigate({
      search: { ...filters, rentalType: filters.rentalType?.join(',') },
      replace: mode === 'replace',
    });
  return (
    <ForRoles roles={adminEmployeeEnforcer} organization={organization.pk} title="Drivers">
      <DriversPage
        key={spot.pk}
        organization={organization}
        spot={spot}
        filters={{ ...search, rentalType: rentalType ? typesIn(rentalType) : undefined }}
        onFilter={onFilter}
      />
    </ForRoles>
  );
}
