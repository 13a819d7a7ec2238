import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { OutcomesPage } from '#features/cars/outcomes/outcomes.page.tsx';
import { outcomesSearch } from '#features/cars/outcomes/outcomes-search.ts';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/cars')({
  validateSearch: outcomesSearch,
  component: () => <OutcomesPage {...Route.useParams()} {...useFilters(Route)} />,
});
