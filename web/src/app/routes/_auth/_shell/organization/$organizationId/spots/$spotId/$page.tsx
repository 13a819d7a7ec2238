import { createFileRoute, Navigate } from '@tanstack/react-router';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/$page',
)({
  /** An unknown page of a property redirects to its Detail page. */
  component: () => {
    const { organizationId, spotId } = Route.useParams();
    return (
      <Navigate
        to="/organization/$organizationId/spots/$spotId/detail"
        params={{ organizationId, spotId }}
        replace
      />
    );
  },
});
