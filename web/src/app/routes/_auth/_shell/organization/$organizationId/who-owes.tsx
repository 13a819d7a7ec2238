import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { ReceivablesPage } from '#features/people/receivables/receivables.page.tsx';
import { receivablesSearch } from '#features/people/receivables/receivables-search.ts';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/who-owes')({
  validateSearch: receivablesSearch,
  component: () => <ReceivablesPage {...Route.useParams()} {...useFilters(Route)} />,
});
