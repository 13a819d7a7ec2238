import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { payoutSearch } from '#features/money/payouts/payout-search.ts';
import { PayoutsPage } from '#features/money/payouts/payouts.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/payouts')({
  validateSearch: payoutSearch,
  component: () => {
    const params = Route.useParams();
    return <PayoutsPage key={params.organizationId} {...params} {...useFilters(Route)} />;
  },
});
