import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { logSearch } from '#features/cars/visibility/log-search.ts';
import { VisibilityPage } from '#features/cars/visibility/visibility.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/visibility',
)({
  validateSearch: logSearch,
  component: () => <SpotPage page={VisibilityPage} {...useFilters(Route)} />,
});
