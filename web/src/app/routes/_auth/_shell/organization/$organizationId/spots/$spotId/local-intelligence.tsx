import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { LocalIntelligencePage } from '../../../../../../../../features/local-intelligence/local-intelligence.page.tsx';
import { ForRoles } from '../../../../../../../for-roles.tsx';
import { useSpotArea } from '../../../../../../../spot-area.tsx';

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
