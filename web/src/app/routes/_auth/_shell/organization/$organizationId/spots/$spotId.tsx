import { createFileRoute } from '@tanstack/react-router';
import { SpotArea } from '#app/spot-area.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/spots/$spotId')({
  component: SpotArea,
});
