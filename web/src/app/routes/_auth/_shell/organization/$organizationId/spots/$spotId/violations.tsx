import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { violationSearch } from '#features/cars/violations/violation-search.ts';
import { ViolationsPage } from '#features/cars/violations/violations.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/violations',
)({
  validateSearch: violationSearch,
  component: () => <SpotPage page={ViolationsPage} {...useFilters(Route)} />,
});
