import { createFileRoute } from '@tanstack/react-router';
import { AlertsPage } from '#features/platform/alerts/alerts.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/alerts')({
  component: () => <AlertsPage {...Route.useParams()} />,
});
