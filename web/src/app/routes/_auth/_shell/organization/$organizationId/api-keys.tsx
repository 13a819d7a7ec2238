import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ApiKeysPage } from '#features/platform/api-keys/api-keys.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/api-keys')({
  staticData: { roles: adminOnly, title: 'API Keys' },
  component: () => <ApiKeysPage {...Route.useParams()} />,
});
