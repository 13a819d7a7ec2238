import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { PlateDeskPage } from '#features/cars/plate-desk/plate-desk.page.tsx';
import { plateDeskSearch } from '#features/cars/plate-desk/plate-desk-search.ts';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/plate-desk')({
  validateSearch: plateDeskSearch,
  component: () => <PlateDeskPage {...Route.useParams()} {...useFilters(Route)} />,
});
