import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { AdvertisingPage } from '#features/advertising/advertising.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/advertising')({
  component: AdvertisingRoute,
});

function AdvertisingRoute() {
  const { organizationId } = Route.useParams();
  return (
    <ForRoles roles={adminAndEmployee} organization={Number(organizationId)} title="Advertising">
      <AdvertisingPage organizationId={organizationId} />
    </ForRoles>
  );
}
