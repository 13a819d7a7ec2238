import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { DriverInsightsPage } from '#features/people/driver-insights/driver-insights.page.tsx';
import { insightSearch } from '#features/people/driver-insights/insight-search.ts';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/driver-insights',
)({
  validateSearch: insightSearch,
  component: () => <SpotPage page={DriverInsightsPage} {...useFilters(Route)} />,
});
