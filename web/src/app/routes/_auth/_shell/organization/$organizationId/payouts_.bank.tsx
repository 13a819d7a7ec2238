import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { BankPage } from '#features/money/bank/bank.page.tsx';
import { bankSearch } from '#features/money/bank/bank-search.ts';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/payouts_/bank')({
  validateSearch: bankSearch,
  component: () => {
    const params = Route.useParams();
    return <BankPage key={params.organizationId} {...params} {...useFilters(Route)} />;
  },
});
