import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { StoryPage } from '#features/stories/story.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/visits/$pk')({
  component: VisitStoryRoute,
});

function VisitStoryRoute() {
  const { organizationId, pk } = Route.useParams();
  return (
    <ForRoles roles={adminAndEmployee} organization={Number(organizationId)} title="Visit">
      <StoryPage key={pk} organizationId={organizationId} record="visit" id={pk} />
    </ForRoles>
  );
}
