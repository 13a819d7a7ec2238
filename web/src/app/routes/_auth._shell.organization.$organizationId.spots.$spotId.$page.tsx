import { createFileRoute, Navigate } from '@tanstack/react-router';
import { ComingPage } from '../coming-page.tsx';
import { spotPages } from '../coming-pages.ts';
import { useSpotArea } from '../spot-area.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/$page',
)({ component: SpotPageRoute });

/** The pages of a property that are not built yet; an unknown one leads to the detail page. */
function SpotPageRoute() {
  const params = Route.useParams();
  const { organization } = useSpotArea();
  const page = spotPages[params.page];
  if (!page) {
    const { organizationId, spotId } = params;
    return (
      <Navigate
        to="/organization/$organizationId/spots/$spotId/detail"
        params={{ organizationId, spotId }}
        replace
      />
    );
  }
  return <ComingPage page={page} organization={organization.pk} />;
}
