import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { readPage } from '#app/page-search.ts';
import { useSpotArea } from '#app/spot-area.tsx';
import type { TicketListFilters } from '#features/violations/ticket-list.rules.ts';
import { readStatus } from '#features/violations/ticket-list.rules.ts';
import { ViolationsPage } from '#features/violations/violations.page.tsx';
import { readText } from '#kernel/url-state.ts';

interface ViolationSearch extends TicketListFilters {
  searchTerm?: string;
}

/** What is looked up, and which violations are listed while nothing is, as in the URL. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/violations',
)({
  validateSearch: (search: Record<string, unknown>): ViolationSearch => ({
    ...readPage(search),
    ...readText(search, 'searchTerm', 40),
    ...readStatus(search),
    ...readText(search, 'startDate'),
    ...readText(search, 'endDate'),
  }),
  component: ViolationsRoute,
});

function ViolationsRoute() {
  const { organization, spot } = useSpotArea();
  const { searchTerm = '', ...filters } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminAndEmployee} organization={organization.pk} title="Waive a Violation">
      <ViolationsPage
        key={spot.pk}
        spot={spot}
        searchTerm={searchTerm}
        filters={filters}
        onFilter={(search, mode) => void navigate({ search, replace: mode === 'replace' })}
        onSearch={(text) => void navigate({ search: text ? { searchTerm: text } : {} })}
      />
    </ForRoles>
  );
}
