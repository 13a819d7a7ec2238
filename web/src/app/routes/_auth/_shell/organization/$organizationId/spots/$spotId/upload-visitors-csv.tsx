import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { VisitorsCsvPage } from '#features/intake/visitors-csv/visitors-csv.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/upload-visitors-csv',
)({
  component: () => <SpotPage page={VisitorsCsvPage} {...Route.useParams()} />,
});
