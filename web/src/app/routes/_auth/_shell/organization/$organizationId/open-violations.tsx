import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { openViolationSearch } from '#features/cars/violations/open-search.ts';
import { OpenViolationsPage } from '#features/cars/violations/open-violations.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/open-violations')({
  staticData: { roles: adminOnly, title: 'Open Violations' },
  validateSearch: openViolationSearch,
  component: () => <OpenViolationsPage {...Route.useParams()} {...useFilters(Route)} />,
});
