import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { ChangesPage } from '#features/changes/changes.page.tsx';
import type { ChangeFilters } from '#features/changes/changes.rules.ts';
import { readText } from '#kernel/url-state.ts';

/** Property and period as they are in the address; what they may mean is the page's to say. */
export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/changes')({
  validateSearch: (search: Record<string, unknown>): ChangeFilters => ({
    ...readText(search, 'spotPk'),
    ...readText(search, 'period'),
    ...readText(search, 'startDate'),
  }),
  component: ChangesRoute,
});

function ChangesRoute() {
  const { organizationId } = Route.useParams();
  const filters = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminOnly} organization={Number(organizationId)} title="Why did it change?">
      <ChangesPage
        organizationId={organizationId}
        filters={filters}
        onFilter={(search) => void navigate({ search })}
      />
    </ForRoles>
  );
}
