import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { RatesPage } from '#features/operations/rates/rates.page.tsx';
import { calendarSearch } from '#ui/calendar/calendar-search.ts';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/rates',
)({
  validateSearch: calendarSearch,
  component: () => <SpotPage page={RatesPage} {...useFilters(Route)} />,
});
