import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { readPage } from '#app/page-search.ts';
import { PrivacyPage } from '#features/privacy/privacy.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/privacy')({
  validateSearch: readPage,
  component: PrivacyRoute,
});

function PrivacyRoute() {
  const { organizationId } = Route.useParams();
  const { page = 1 } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminOnly} organization={Number(organizationId)} title="Privacy & Retention">
      <PrivacyPage
        organizationId={organizationId}
        page={page}
        onPage={(next, mode) =>
          void navigate({ search: next > 1 ? { page: next } : {}, replace: mode === 'replace' })
        }
      />
    </ForRoles>
  );
}
