import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { useSpotArea } from '#app/spot-area.tsx';
import { KioskGeneratorPage } from '#features/kiosks/kiosk-generator.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/kiosk-generator',
)({
  staticData: { roles: adminAndEmployee, title: 'Validation Kiosk Setup' },
  component: KioskGeneratorRoute,
});

function KioskGeneratorRoute() {
  const area = useSpotArea();
  return <KioskGeneratorPage key={area.spot.pk} {...area} {...Route.useParams()} />;
}
