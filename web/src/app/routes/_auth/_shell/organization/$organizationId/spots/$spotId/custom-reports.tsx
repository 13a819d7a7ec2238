import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { CustomReportsPage } from '#features/money/custom-reports/custom-reports.page.tsx';
import { customReportSearch } from '#features/money/custom-reports/report-search.ts';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/custom-reports',
)({
  validateSearch: customReportSearch,
  component: () => <SpotPage page={CustomReportsPage} {...useFilters(Route)} />,
});
