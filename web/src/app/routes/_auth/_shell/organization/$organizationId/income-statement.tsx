import { adminAndAccountant } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { IncomeStatementPage } from '#features/money/income-statement/income-statement.page.tsx';
import { rangeSearch } from '#shared/range-search.ts';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/income-statement')(
  {
    staticData: { roles: adminAndAccountant, title: 'Income Statement' },
    validateSearch: rangeSearch,
    component: () => <IncomeStatementPage {...Route.useParams()} {...useFilters(Route)} />,
  },
);
