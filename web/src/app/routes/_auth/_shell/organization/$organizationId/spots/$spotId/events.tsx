import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { useSpotArea } from '#app/spot-area.tsx';
import { EventsPage } from '#features/events/events.page.tsx';
import { readText } from '#kernel/url-state.ts';

/** The view and the day are in the address; what they may mean is the page's to say. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/events',
)({
  validateSearch: (search: Record<string, unknown>): { view?: string; date?: string } => ({
    ...readText(search, 'view'),
    ...readText(search, 'date'),
  }),
  component: EventsRoute,
});

function EventsRoute() {
  const { organization, spot } = useSpotArea();
  const filters = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminAndEmployee} organization={organization.pk} title="Event Calendar">
      <EventsPage
        key={spot.pk}
        spot={spot}
        filters={filters}
        onMove={(search) => void navigate({ search })}
      />
    </ForRoles>
  );
}
