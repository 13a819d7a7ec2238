import { createFileRoute } from '@tanstack/react-router';
import { useSpotArea } from '#app/spot-area.tsx';
import { DetailPage } from '#features/money/detail/detail.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/detail',
)({ component: () => <DetailPage {...useSpotArea()} /> });
