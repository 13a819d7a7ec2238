import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { PrintedNoticePage } from '#features/cars/appeals/printed-notice.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/violations_/$code',
)({
  component: () => <SpotPage page={PrintedNoticePage} code={Route.useParams().code} />,
});
