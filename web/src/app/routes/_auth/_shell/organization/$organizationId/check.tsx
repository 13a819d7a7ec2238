import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { PlateChecksPage } from '#features/cars/plate-checks/plate-checks.page.tsx';
import { plateChecksSearch } from '#features/cars/plate-checks/plate-checks-search.ts';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/check')({
  validateSearch: plateChecksSearch,
  component: () => <PlateChecksPage {...Route.useParams()} {...useFilters(Route)} />,
});
