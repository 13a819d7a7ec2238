import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { IncomeStatementPage } from '#features/income-statement/income-statement.page.tsx';
import { readText } from '#kernel/url-state.ts';

/** The filters as they are in the address; what they may mean is the page's to say. */
export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/income-statement')(
  {
    validateSearch: (
      search: Record<string, unknown>,
    ): { spotPk?: string; startDate?: string; endDate?: string } => ({
      ...readText(search, 'spotPk'),
      ...readText(search, 'startDate'),
      ...readText(search, 'endDate'),
    }),
    component: IncomeStatementRoute,
  },
);

function IncomeStatementRoute() {
  const { organizationId } = Route.useParams();
  const filters = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminOnly} organization={Number(organizationId)} title="Income Statement">
      <IncomeStatementPage
        organizationId={organizationId}
        filters={filters}
        onFilter={(search) => void navigate({ search })}
      />
    </ForRoles>
  );
}
