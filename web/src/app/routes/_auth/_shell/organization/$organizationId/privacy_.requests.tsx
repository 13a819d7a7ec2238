import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { readPage } from '#app/page-search.ts';
import { RequestsPage } from '#features/privacy/requests.page.tsx';

/** The chosen request by its number: whom it's about is never in a URL. */
const readRequest = ({ request }: Record<string, unknown>): { request?: number } =>
  /^[1-9]\d{0,14}$/.test(String(request)) ? { request: Number(request) } : {};

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/privacy_/requests',
)({
  validateSearch: (search: Record<string, unknown>) => ({
    ...readPage(search),
    ...readRequest(search),
  }),
  component: RequestsRoute,
});

function RequestsRoute() {
  const { organizationId } = Route.useParams();
  const { page = 1, request } = Route.useSearch();
  const navigate = Route.useNavigate();
  const paged = (number: number) => (number > 1 ? { page: number } : {});
  return (
    <ForRoles roles={adminOnly} organization={Number(organizationId)} title="Requests of Drivers">
      <RequestsPage
        organizationId={organizationId}
        page={page}
        request={request ?? null}
        onPage={(next, mode) => void navigate({ search: paged(next), replace: mode === 'replace' })}
        onRequest={(next) =>
          void navigate({ search: { ...paged(page), ...(next === null ? {} : { request: next }) } })
        }
      />
    </ForRoles>
  );
}
