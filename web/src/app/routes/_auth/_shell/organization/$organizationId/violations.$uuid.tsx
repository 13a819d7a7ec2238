import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { StoryPage } from '#features/trust/stories/story.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/violations/$uuid')(
  {
    staticData: { roles: adminAndEmployee, title: 'Violation' },
    component: () => {
      const { organizationId, uuid } = Route.useParams();
      return <StoryPage key={uuid} organizationId={organizationId} record="violation" id={uuid} />;
    },
  },
);
