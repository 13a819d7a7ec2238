import { createFileRoute } from '@tanstack/react-router';
import { HistoryPage } from '#features/intake/history/history.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/history')({
  component: () => {
    const params = Route.useParams();
    return <HistoryPage key={params.organizationId} {...params} />;
  },
});
