import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { AuditEntriesPage } from '#features/trust/audit-entries/audit-entries.page.tsx';
import { pageSearch } from '#kernel/search-params.ts';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/audit-log')({
  validateSearch: pageSearch,
  component: () => <AuditEntriesPage {...Route.useParams()} {...useFilters(Route)} />,
});
