import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { VisitorCodesPage } from '../../../../../../../../features/visitor-codes/visitor-codes.page.tsx';
import { ForRoles } from '../../../../../../../for-roles.tsx';
import { useSpotArea } from '../../../../../../../spot-area.tsx';

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
