import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { AppealDetailPage } from '#features/cars/appeals/appeal-detail.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/appeals_/$appeal')(
  {
    staticData: { roles: adminAndEmployee, title: 'Appeal' },
    component: () => {
      const params = Route.useParams();
      return <AppealDetailPage key={params.appeal} {...params} />;
    },
  },
);
