import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { readPage } from '#app/page-search.ts';
import { useSpotArea } from '#app/spot-area.tsx';
import type { VisitorFilters } from '#features/visitors/visitor-filters.tsx';
import { VisitorsPage } from '#features/visitors/visitors.page.tsx';
import { readText } from '#kernel/url-state.ts';

/** The filters as they are in the address; nonsense isn’t one. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/visitors',
)({
  validateSearch: (search: Record<string, unknown>): VisitorFilters => ({
    expiring: String(search.expiring) === 'true' || undefined,
    ...readPage(search),
    ...readText(search, 'searchTerm', 100),
  }),
  component: VisitorsRoute,
});

function VisitorsRoute() {
  const { organizationId } = Route.useParams();
  const { organization, spot } = useSpotArea();
  const filters = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminAndEmployee} organization={organization.pk} title="Visitors">
      <VisitorsPage
        key={spot.pk}
        organizationId={organizationId}
        spot={spot}
        filters={filters}
        onFilter={(search, mode) => void navigate({ search, replace: mode === 'replace' })}
      />
    </ForRoles>
  );
}
