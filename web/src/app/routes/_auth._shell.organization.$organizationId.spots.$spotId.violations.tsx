import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ViolationsPage } from '../../features/violations/violations.page.tsx';
import { ForRoles } from '../for-roles.tsx';
import { useSpotArea } from '../spot-area.tsx';

/** What is looked up, as it stands in the address. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/violations',
)({
  validateSearch: ({ searchTerm }: Record<string, unknown>): { searchTerm?: string } =>
    typeof searchTerm === 'string' && searchTerm.trim()
      ? { searchTerm: searchTerm.trim().slice(0, 40) }
      : {},
  component: ViolationsRoute,
});

function ViolationsRoute() {
  const { organization, spot } = useSpotArea();
  const { searchTerm = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminAndEmployee} organization={organization.pk} title="Waive a Violation">
      <ViolationsPage
        key={spot.pk}
        spot={spot}
        searchTerm={searchTerm}
        onSearch={(text) => void navigate({ search: text ? { searchTerm: text } : {} })}
      />
    </ForRoles>
  );
}
