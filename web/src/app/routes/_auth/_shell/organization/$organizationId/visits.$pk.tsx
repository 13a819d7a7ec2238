import { createFileRoute } from '@tanstack/react-router';
import { StoryPage } from '#features/trust/stories/story.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/visits/$pk')({
  component: () => {
    const { organizationId, pk } = Route.useParams();
    return <StoryPage key={pk} organizationId={organizationId} record="visit" id={pk} />;
  },
});
