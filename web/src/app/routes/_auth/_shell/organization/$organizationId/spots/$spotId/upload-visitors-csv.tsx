import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { useSpotArea } from '#app/spot-area.tsx';
import { VisitorsCsvPage } from '#features/visitors-csv/visitors-csv.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/upload-visitors-csv',
)({ component: UploadVisitorsCsvRoute });

function UploadVisitorsCsvRoute() {
  const { organizationId } = Route.useParams();
  const { organization, spot } = useSpotArea();
  return (
    <ForRoles roles={adminAndEmployee} organization={organization.pk} title="Visitor CSV Upload">
      <VisitorsCsvPage key={spot.pk} organizationId={organizationId} spot={spot} />
    </ForRoles>
  );
}
