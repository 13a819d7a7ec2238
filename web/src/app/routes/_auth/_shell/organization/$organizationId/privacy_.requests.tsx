import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { RequestsPage } from '#features/trust/privacy-requests/requests.page.tsx';
import { requestsSearch } from '#features/trust/privacy-requests/requests-search.ts';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/privacy_/requests',
)({
  validateSearch: requestsSearch,
  component: () => <RequestsPage {...Route.useParams()} {...useFilters(Route)} />,
});
