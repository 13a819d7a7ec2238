import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { ClosePage } from '#features/money/close/close.page.tsx';
import { closeSearch } from '#features/money/close/close-search.ts';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/close')({
  validateSearch: closeSearch,
  component: () => {
    const params = Route.useParams();
    return <ClosePage key={params.organizationId} {...params} {...useFilters(Route)} />;
  },
});
