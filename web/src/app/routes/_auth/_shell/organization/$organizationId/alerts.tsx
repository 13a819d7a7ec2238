import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { AlertsPage } from '#features/platform/alerts/alerts.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/alerts')({
  staticData: { roles: adminOnly, title: 'Alerts' },
  component: () => <AlertsPage {...Route.useParams()} />,
});
