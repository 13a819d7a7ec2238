import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import type { SearchFilters } from '#features/plate-searches/plate-searches.page.tsx';
import { PlateSearchesPage } from '#features/plate-searches/plate-searches.page.tsx';
import { readText } from '#kernel/url-state.ts';

const readPerson = ({ person }: Record<string, unknown>): SearchFilters =>
  typeof person === 'string' && /^[1-9]\d{0,14}$/.test(person) ? { person } : {};

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/plate-searches')({
  validateSearch: (search: Record<string, unknown>): SearchFilters => ({
    ...readPerson(search),
    ...readText(search, 'search', 40),
  }),
  component: PlateSearchesRoute,
});

function PlateSearchesRoute() {
  const { organizationId } = Route.useParams();
  const filters = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminOnly} organization={Number(organizationId)} title="Plate Searches">
      <PlateSearchesPage
        organizationId={organizationId}
        filters={filters}
        onFilter={(search, mode) => void navigate({ search, replace: mode === 'replace' })}
      />
    </ForRoles>
  );
}
