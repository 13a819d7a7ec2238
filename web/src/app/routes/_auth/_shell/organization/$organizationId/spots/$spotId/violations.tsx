import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { useSpotArea } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { violationSearch } from '#features/violations/violation-search.ts';
import { ViolationsPage } from '#features/violations/violations.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/violations',
)({
  staticData: { roles: adminAndEmployee, title: 'Waive a Violation' },
  validateSearch: violationSearch,
  component: ViolationsRoute,
});

function ViolationsRoute() {
  const area = useSpotArea();
  return <ViolationsPage key={area.spot.pk} {...area} {...useFilters(Route)} />;
}
