import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { VisitorCodesPage } from '#features/operations/visitors/visitor-codes.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/codes',
)({
  component: () => <SpotPage page={VisitorCodesPage} />,
});
