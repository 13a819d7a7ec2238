import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { PrivacyPage } from '#features/trust/retention/retention.page.tsx';
import { pageSearch } from '#kernel/search-params.ts';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/privacy')({
  validateSearch: pageSearch,
  component: () => <PrivacyPage {...Route.useParams()} {...useFilters(Route)} />,
});
