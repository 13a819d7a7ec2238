import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { readPage } from '#app/page-search.ts';
import { useSpotArea } from '#app/spot-area.tsx';
import { ViolationsPage } from '#features/violations/violations.page.tsx';
import { readText } from '#kernel/url-state.ts';

interface ViolationSearch {
  searchTerm?: string;
  /** Of the open violations; absent = the first. */
  page?: number;
}

/** What is looked up, and the page of the open violations, as in the URL. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/violations',
)({
  validateSearch: (search: Record<string, unknown>): ViolationSearch => ({
    ...readPage(search),
    ...readText(search, 'searchTerm', 40),
  }),
  component: ViolationsRoute,
});

function ViolationsRoute() {
  const { organization, spot } = useSpotArea();
  const { searchTerm = '', page = 1 } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminAndEmployee} organization={organization.pk} title="Waive a Violation">
      <ViolationsPage
        key={spot.pk}
        spot={spot}
        searchTerm={searchTerm}
        page={page}
        onPage={(next, mode) =>
          void navigate({ search: next > 1 ? { page: next } : {}, replace: mode === 'replace' })
        }
        onSearch={(text) => void navigate({ search: text ? { searchTerm: text } : {} })}
      />
    </ForRoles>
  );
}
