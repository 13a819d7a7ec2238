import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { readPage } from '#app/page-search.ts';
import { useSpotArea } from '#app/spot-area.tsx';
import { DriverListPage } from '#features/driver-insights/driver-list.page.tsx';
import type { DriverFilters } from '#features/driver-insights/driver-list.rules.ts';
import { readDriverFilters } from '#features/driver-insights/driver-list.rules.ts';

/** Which drivers are listed, as in the URL. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/transient-drivers',
)({
  validateSearch: (search: Record<string, unknown>): DriverFilters & { page?: number } => ({
    ...readDriverFilters(search),
    ...readPage(search),
  }),
  component: TransientDriversRoute,
});

function TransientDriversRoute() {
  const { organization, spot } = useSpotArea();
  const { page = 1, ...filters } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminAndEmployee} organization={organization.pk} title="Transient Drivers">
      <DriverListPage
        key={spot.pk}
        spot={spot}
        filters={filters}
        page={page}
        onFilter={(search) => void navigate({ search })}
        onPage={(next, mode) =>
          void navigate({
            search: { ...filters, ...readPage({ page: next }) },
            replace: mode === 'replace',
          })
        }
      />
    </ForRoles>
  );
}
