import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { PlateSearchesPage } from '#features/trust/plate-searches/plate-searches.page.tsx';
import { plateSearchesSearch } from '#features/trust/plate-searches/plate-searches-search.ts';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/plate-searches')({
  validateSearch: plateSearchesSearch,
  component: () => <PlateSearchesPage {...Route.useParams()} {...useFilters(Route)} />,
});
