import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { IncomeStatementPage } from '#features/money/income-statement/income-statement.page.tsx';
import { rangeSearch } from '#shared/range-search.ts';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/income-statement')(
  {
    validateSearch: rangeSearch,
    component: () => <IncomeStatementPage {...Route.useParams()} {...useFilters(Route)} />,
  },
);
