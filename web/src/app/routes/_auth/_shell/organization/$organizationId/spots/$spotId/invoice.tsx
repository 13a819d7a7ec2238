import { createFileRoute } from '@tanstack/react-router';
import { useSpotArea } from '#app/spot-area.tsx';
import { InvoicePage } from '#features/platform/superuser/invoice.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/invoice',
)({
  component: () => <InvoicePage {...useSpotArea()} />,
});
