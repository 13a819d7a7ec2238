import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { ValidationBillsPage } from '#features/operations/validation-bills/validation-bills.page.tsx';
import { validationBillsSearch } from '#features/operations/validation-bills/validation-bills-search.ts';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/validation-bills',
)({
  validateSearch: validationBillsSearch,
  component: () => <SpotPage page={ValidationBillsPage} {...useFilters(Route)} />,
});
