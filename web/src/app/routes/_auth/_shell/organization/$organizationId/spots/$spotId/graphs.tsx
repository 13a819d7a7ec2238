import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { graphSearch } from '#features/money/graphs/graph-search.ts';
import { GraphsPage } from '#features/money/graphs/graphs.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/graphs',
)({
  validateSearch: graphSearch,
  component: () => <SpotPage page={GraphsPage} {...useFilters(Route)} />,
});
