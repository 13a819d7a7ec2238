import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { readPage } from '#app/page-search.ts';
import { PayoutsPage } from '#features/payouts/payouts.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/payouts')({
  validateSearch: (search: Record<string, unknown>): { page?: number; from?: 'processor' } => ({
    ...readPage(search),
    ...(search.from === 'processor' ? { from: 'processor' } : {}),
  }),
  component: PayoutsRoute,
});

function PayoutsRoute() {
  const { organizationId } = Route.useParams();
  const { page = 1, from } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminOnly} organization={Number(organizationId)} title="Payouts">
      <PayoutsPage
        key={organizationId}
        organizationId={organizationId}
        page={page}
        isBack={from === 'processor'}
        onPage={(next, mode) =>
          void navigate({ search: next > 1 ? { page: next } : {}, replace: mode === 'replace' })
        }
      />
    </ForRoles>
  );
}
