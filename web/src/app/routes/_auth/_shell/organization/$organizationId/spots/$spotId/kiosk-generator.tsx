import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { useSpotArea } from '#app/spot-area.tsx';
import { KioskGeneratorPage } from '#features/kiosks/kiosk-generator.page.tsx';

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
