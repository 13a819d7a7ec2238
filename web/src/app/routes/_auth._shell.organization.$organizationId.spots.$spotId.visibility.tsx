import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { parseLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { reportedTypeNames } from '@lotkeeper/contract/reported-types';
import { visitStatuses } from '@lotkeeper/contract/visibility';
import { createFileRoute } from '@tanstack/react-router';
import type { LogFilters } from '../../features/visibility/visibility.page.tsx';
import { VisibilityPage } from '../../features/visibility/visibility.page.tsx';
import { ForRoles } from '../for-roles.tsx';
import { useSpotArea } from '../spot-area.tsx';

/** The filters as they stand in the address; nonsense is none. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/visibility',
)({
  validateSearch: (search: Record<string, unknown>): LogFilters => ({
    date: parseLocalDate(String(search.date)) ?? undefined,
    status: visitStatuses.find((one) => one === search.status),
    rentalType: reportedTypeNames.find((one) => one === search.rentalType),
    page:
      /^[1-9]\d{0,4}$/.test(String(search.page)) && Number(search.page) > 1
        ? Number(search.page)
        : undefined,
    searchTerm:
      typeof search.searchTerm === 'string' && search.searchTerm.trim()
        ? search.searchTerm.trim().slice(0, 40)
        : undefined,
  }),
  component: VisibilityRoute,
});

function VisibilityRoute() {
  const { organization, spot } = useSpotArea();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminOnly} organization={organization.pk} title="Visibility">
      <VisibilityPage
        key={spot.pk}
        spot={spot}
        filters={Route.useSearch()}
        onFilter={(search) => void navigate({ search, replace: true })}
      />
    </ForRoles>
  );
}
