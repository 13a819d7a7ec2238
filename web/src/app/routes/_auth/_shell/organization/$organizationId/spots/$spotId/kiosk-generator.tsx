import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { KioskGeneratorPage } from '#features/operations/kiosks/kiosk-generator.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/kiosk-generator',
)({
  component: () => <SpotPage page={KioskGeneratorPage} {...Route.useParams()} />,
});
