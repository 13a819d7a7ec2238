import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { AggregatorRentalsPage } from '#features/people/aggregator-rentals/aggregator-rentals.page.tsx';
import { monthSearch } from '#kernel/search-params.ts';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/aggregator-rentals',
)({
  validateSearch: monthSearch,
  component: () => <SpotPage page={AggregatorRentalsPage} {...useFilters(Route)} />,
});
