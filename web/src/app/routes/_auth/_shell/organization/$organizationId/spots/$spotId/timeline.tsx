import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { TimelinePage } from '#features/cars/timeline/timeline.page.tsx';
import { timelineSearch } from '#features/cars/timeline/timeline-search.ts';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/timeline',
)({
  validateSearch: timelineSearch,
  component: () => <SpotPage page={TimelinePage} {...useFilters(Route)} />,
});
