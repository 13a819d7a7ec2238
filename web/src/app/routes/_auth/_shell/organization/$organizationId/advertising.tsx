import { createFileRoute } from '@tanstack/react-router';
import { AdvertisingPage } from '#features/platform/advertising/advertising.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/advertising')({
  component: () => <AdvertisingPage {...Route.useParams()} />,
});
