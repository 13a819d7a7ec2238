import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { TaxesPage } from '#features/money/taxes/taxes.page.tsx';
import { taxesSearch } from '#features/money/taxes/taxes-search.ts';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/taxes')({
  validateSearch: taxesSearch,
  component: () => {
    const params = Route.useParams();
    return <TaxesPage key={params.organizationId} {...params} {...useFilters(Route)} />;
  },
});
