import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { TeamPage } from '#features/team/team.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/team')({
  component: TeamRoute,
});

function TeamRoute() {
  const { organizationId } = Route.useParams();
  return (
    <ForRoles roles={adminOnly} organization={Number(organizationId)} title="Team">
      <TeamPage organizationId={organizationId} />
    </ForRoles>
  );
}
