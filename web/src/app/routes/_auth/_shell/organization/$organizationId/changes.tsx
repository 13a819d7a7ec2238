import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { changeSearch } from '#features/money/changes/change-search.ts';
import { ChangesPage } from '#features/money/changes/changes.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/changes')({
  validateSearch: changeSearch,
  component: () => <ChangesPage {...Route.useParams()} {...useFilters(Route)} />,
});
