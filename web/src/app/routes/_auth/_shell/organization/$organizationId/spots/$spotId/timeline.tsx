import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { parseLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { isDayText } from '@lotkeeper/contract/kernel/day-text';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { useSpotArea } from '#app/spot-area.tsx';
import { TimelinePage } from '#features/timeline/timeline.page.tsx';

/** The day from which the timeline goes back, as it is in the address. Read by the page: the calendar is not the login's. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/timeline',
)({
  validateSearch: (search: Record<string, unknown>): { date?: string } =>
    isDayText(search.date) ? { date: search.date } : {},
  component: TimelineRoute,
});

function TimelineRoute() {
  const area = useSpotArea();
  const date = parseLocalDate(Route.useSearch().date ?? '');
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminAndEmployee} organization={area.organization.pk} title="Timeline">
      <TimelinePage
        key={area.spot.pk}
        {...area}
        date={date}
        onJump={(day) => void navigate({ search: day ? { date: day } : {} })}
      />
    </ForRoles>
  );
}
