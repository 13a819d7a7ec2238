import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { useSpotArea } from '#app/spot-area.tsx';
import { DriverInsightsPage } from '#features/driver-insights/driver-insights.page.tsx';

interface InsightSearch {
  /** Absent = daily. */
  heatmap?: 'monthly';
  /** Absent = 90. */
  days?: 180;
}

/** The choices as they are in the address; those that say nothing are left out of it. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/driver-insights',
)({
  validateSearch: (search: Record<string, unknown>): InsightSearch => ({
    ...(search.heatmap === 'monthly' && { heatmap: 'monthly' }),
    ...(Number(search.days) === 180 && { days: 180 }),
  }),
  component: DriverInsightsRoute,
});

function DriverInsightsRoute() {
  const area = useSpotArea();
  const { heatmap = 'daily', days = 90 } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminAndEmployee} organization={area.organization.pk} title="Driver Insights">
      <DriverInsightsPage
        key={area.spot.pk}
        {...area}
        choices={{ heatmap, days }}
        onChoose={(chosen) =>
          void navigate({
            search: {
              ...(chosen.heatmap === 'monthly' && { heatmap: chosen.heatmap }),
              ...(chosen.days === 180 && { days: chosen.days }),
            },
          })
        }
      />
    </ForRoles>
  );
}
