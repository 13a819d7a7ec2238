import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { driverSearch } from '#features/people/drivers/driver-search.ts';
import { DriversPage } from '#features/people/drivers/drivers.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/drivers',
)({
  validateSearch: driverSearch,
  component: () => <SpotPage page={DriversPage} {...useFilters(Route)} />,
});
