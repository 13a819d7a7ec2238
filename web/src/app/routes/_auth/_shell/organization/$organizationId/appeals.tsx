import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { AppealsPage } from '#features/cars/appeals/appeals.page.tsx';
import { appealsSearch } from '#features/cars/appeals/appeals-search.ts';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/appeals')({
  validateSearch: appealsSearch,
  component: () => <AppealsPage {...Route.useParams()} {...useFilters(Route)} />,
});
