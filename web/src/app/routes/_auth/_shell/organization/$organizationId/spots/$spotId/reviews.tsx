import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { reviewSearch } from '#features/people/driver-insights/insight-search.ts';
import { ReviewsPage } from '#features/people/driver-insights/reviews.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/reviews',
)({
  validateSearch: reviewSearch,
  component: () => <SpotPage page={ReviewsPage} {...useFilters(Route)} />,
});
