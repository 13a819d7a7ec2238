import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { LocalIntelligencePage } from '#features/operations/local-intelligence/local-intelligence.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/local-intelligence',
)({
  component: () => <SpotPage page={LocalIntelligencePage} />,
});
