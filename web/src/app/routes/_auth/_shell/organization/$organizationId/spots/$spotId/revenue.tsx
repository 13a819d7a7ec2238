import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { RevenuePage } from '#features/money/reports/revenue.page.tsx';
import { revenueSearch } from '#features/money/reports/revenue-search.ts';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/revenue',
)({
  validateSearch: revenueSearch,
  component: () => <SpotPage page={RevenuePage} {...useFilters(Route)} />,
});
