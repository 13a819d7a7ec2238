import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { LedgerPage } from '#features/ledger/ledger.page.tsx';
import type { LedgerFilters } from '#features/ledger/ledger.rules.ts';
import { readText } from '#kernel/url-state.ts';

/** The question as it is in the address; what it may mean is the page's to say. */
export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/ledger')({
  validateSearch: (search: Record<string, unknown>): LedgerFilters => ({
    ...readText(search, 'measure'),
    ...readText(search, 'spotPk'),
    ...readText(search, 'startDate'),
    ...readText(search, 'endDate'),
    ...readText(search, 'group'),
    ...readText(search, 'type'),
    ...readText(search, 'source', 100),
    ...readText(search, 'code'),
    ...readText(search, 'weekday'),
    ...readText(search, 'hour'),
    ...readText(search, 'order'),
    ...readText(search, 'search', 200),
  }),
  component: LedgerRoute,
});

function LedgerRoute() {
  const { organizationId } = Route.useParams();
  const filters = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminOnly} organization={Number(organizationId)} title="Ledger">
      <LedgerPage
        organizationId={organizationId}
        filters={filters}
        onFilter={(search, mode) => void navigate({ search, replace: mode === 'replace' })}
      />
    </ForRoles>
  );
}
