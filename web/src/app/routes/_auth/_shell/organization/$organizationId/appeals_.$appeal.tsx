import { createFileRoute } from '@tanstack/react-router';
import { AppealDetailPage } from '#features/cars/appeals/appeal-detail.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/appeals_/$appeal')(
  {
    component: () => {
      const params = Route.useParams();
      return <AppealDetailPage key={params.appeal} {...params} />;
    },
  },
);
