import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import type { VisitorFilters } from '../../features/visitors/visitors.page.tsx';
import { VisitorsPage } from '../../features/visitors/visitors.page.tsx';
import { ForRoles } from '../for-roles.tsx';
import { useSpotArea } from '../spot-area.tsx';

/** The filters as they stand in the address; nonsense is none. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/visitors',
)({
  validateSearch: ({ expiring, page, searchTerm }: Record<string, unknown>): VisitorFilters => ({
    expiring: String(expiring) === 'true' || undefined,
    page: /^[1-9]\d{0,4}$/.test(String(page)) && Number(page) > 1 ? Number(page) : undefined,
    searchTerm:
      typeof searchTerm === 'string' && searchTerm.trim() ? searchTerm.slice(0, 100) : undefined,
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
        onFilter={(search) => void navigate({ search, replace: true })}
      />
    </ForRoles>
  );
}
