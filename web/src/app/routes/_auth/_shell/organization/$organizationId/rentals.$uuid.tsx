import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { StoryPage } from '#features/stories/story.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/rentals/$uuid')({
  component: RentalStoryRoute,
});

function RentalStoryRoute() {
  const { organizationId, uuid } = Route.useParams();
  return (
    <ForRoles roles={adminAndEmployee} organization={Number(organizationId)} title="Rental">
      <StoryPage key={uuid} organizationId={organizationId} record="rental" id={uuid} />
    </ForRoles>
  );
}
