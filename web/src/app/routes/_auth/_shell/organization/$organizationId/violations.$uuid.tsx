import { createFileRoute } from '@tanstack/react-router';
import { StoryPage } from '#features/trust/stories/story.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/violations/$uuid')(
  {
    component: () => {
      const { organizationId, uuid } = Route.useParams();
      return <StoryPage key={uuid} organizationId={organizationId} record="violation" id={uuid} />;
    },
  },
);
