import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { reportSearch } from '#features/money/reports/report-search.ts';
import { ReportsPage } from '#features/money/reports/reports.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/reports',
)({
  validateSearch: reportSearch,
  component: () => <SpotPage page={ReportsPage} {...useFilters(Route)} />,
});
