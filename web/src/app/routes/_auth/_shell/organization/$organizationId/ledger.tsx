import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { LedgerPage } from '#features/money/ledger/ledger.page.tsx';
import { ledgerSearch } from '#features/money/ledger/ledger-search.ts';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/ledger')({
  validateSearch: ledgerSearch,
  component: () => <LedgerPage {...Route.useParams()} {...useFilters(Route)} />,
});
