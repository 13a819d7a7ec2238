import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { ApiKeysPage } from '#features/api-keys/api-keys.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/api-keys')({
  component: ApiKeysRoute,
});

function ApiKeysRoute() {
  const { organizationId } = Route.useParams();
  return (
    <ForRoles roles={adminOnly} organization={Number(organizationId)} title="API Keys">
      <ApiKeysPage organizationId={organizationId} />
    </ForRoles>
  );
}
