import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { HistoryPage } from '#features/money/history/history.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/history')({
  staticData: { roles: adminOnly, title: 'Import History' },
  component: () => {
    const params = Route.useParams();
    return <HistoryPage key={params.organizationId} {...params} />;
  },
});
