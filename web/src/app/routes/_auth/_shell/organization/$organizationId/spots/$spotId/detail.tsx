import { createFileRoute } from '@tanstack/react-router';
import { DetailPage } from '../../../../../../../../features/detail/detail.page.tsx';
import { useSpotArea } from '../../../../../../../spot-area.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/detail',
)({ component: DetailRoute });

function DetailRoute() {
  return <DetailPage {...useSpotArea()} />;
}
