import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { KioskGeneratorPage } from '../../../../../../../../features/kiosks/kiosk-generator.page.tsx';
import { ForRoles } from '../../../../../../../for-roles.tsx';
import { useSpotArea } from '../../../../../../../spot-area.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/kiosk-generator',
)({ component: KioskGeneratorRoute });

function KioskGeneratorRoute() {
  const { organizationId } = Route.useParams();
  const { organization, spot } = useSpotArea();
  return (
    <ForRoles
      roles={adminAndEmployee}
      organization={organization.pk}
      title="Validation Kiosk Setup"
    >
      <KioskGeneratorPage key={spot.pk} organizationId={organizationId} spot={spot} />
    </ForRoles>
  );
}
