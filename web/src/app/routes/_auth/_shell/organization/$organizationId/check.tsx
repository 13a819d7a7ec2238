import { adminEmployeeEnforcer } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { PlateChecksPage } from '#features/cars/plate-checks/plate-checks.page.tsx';
import { plateChecksSearch } from '#features/cars/plate-checks/plate-checks-search.ts';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/check')({
  staticData: { roles: adminEmployeeEnforcer, title: 'Check a Plate' },
  validateSearch: plateChecksSearch,
  component: () => <PlateChecksPage {...Route.useParams()} {...useFilters(Route)} />,
});
