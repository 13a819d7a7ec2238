import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { DriverListPage } from '#features/people/driver-insights/driver-list.page.tsx';
import { driverListSearch } from '#features/people/driver-insights/insight-search.ts';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/transient-drivers',
)({
  validateSearch: driverListSearch,
  component: () => <SpotPage page={DriverListPage} {...useFilters(Route)} />,
});
