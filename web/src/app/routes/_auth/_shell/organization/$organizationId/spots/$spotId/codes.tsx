import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { useSpotArea } from '#app/spot-area.tsx';
import { VisitorCodesPage } from '#features/visitor-codes/visitor-codes.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/codes',
)({ component: CodesRoute });

function CodesRoute() {
  const { organization, spot } = useSpotArea();
  return (
    <ForRoles roles={adminAndEmployee} organization={organization.pk} title="Validation Codes">
      <VisitorCodesPage key={spot.pk} spot={spot} />
    </ForRoles>
  );
}
