import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { useSpotArea } from '#app/spot-area.tsx';
import { LocalIntelligencePage } from '#features/local-intelligence/local-intelligence.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/local-intelligence',
)({ component: LocalIntelligenceRoute });

function LocalIntelligenceRoute() {
  const { organization, spot } = useSpotArea();
  return (
    <ForRoles roles={adminAndEmployee} organization={organization.pk} title="Local Intelligence">
      <LocalIntelligencePage key={spot.pk} organization={organization} spot={spot} />
    </ForRoles>
  );
}
