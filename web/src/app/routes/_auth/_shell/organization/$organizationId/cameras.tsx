import { createFileRoute } from '@tanstack/react-router';
import { CamerasPage } from '#features/cars/cameras/cameras.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/cameras')({
  component: () => <CamerasPage {...Route.useParams()} />,
});
