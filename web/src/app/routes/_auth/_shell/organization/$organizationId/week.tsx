import { adminAndAccountant } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { WeekPage } from '#features/money/changes/week.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/week')({
  staticData: { roles: adminAndAccountant, title: 'This Week' },
  component: () => <WeekPage {...Route.useParams()} />,
});
