import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { CamerasPage } from '#features/cameras/cameras.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/cameras')({
  component: CamerasRoute,
});

function CamerasRoute() {
  const { organizationId } = Route.useParams();
  return (
    <ForRoles roles={adminOnly} organization={Number(organizationId)} title="Cameras">
      <CamerasPage organizationId={organizationId} />
    </ForRoles>
  );
}
