import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { visitorSearch } from '#features/operations/visitors/visitor-search.ts';
import { VisitorsPage } from '#features/operations/visitors/visitors.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/visitors',
)({
  validateSearch: visitorSearch,
  component: () => <SpotPage page={VisitorsPage} {...Route.useParams()} {...useFilters(Route)} />,
});
