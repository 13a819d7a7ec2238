import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { EventsPage } from '#features/operations/events/events.page.tsx';
import { calendarSearch } from '#ui/calendar/calendar-search.ts';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/events',
)({
  validateSearch: calendarSearch,
  component: () => <SpotPage page={EventsPage} {...useFilters(Route)} />,
});
