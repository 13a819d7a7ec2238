import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { useSpotArea } from '#app/spot-area.tsx';
import { CustomReportsPage } from '#features/custom-reports/custom-reports.page.tsx';
import type { ReportSearch } from '#features/custom-reports/custom-reports.rules.ts';
import { readText } from '#kernel/url-state.ts';

/** The report as it is in the address. The page reads it: what a report is made of is not the login's. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/custom-reports',
)({
  validateSearch: (search: Record<string, unknown>): ReportSearch => ({
    ...readText(search, 'measures', 200),
    ...readText(search, 'group'),
    ...readText(search, 'range'),
    ...readText(search, 'startDate'),
    ...readText(search, 'endDate'),
    ...(search.per === 'day' && { per: search.per }),
  }),
  component: CustomReportsRoute,
});

function CustomReportsRoute() {
  const { organization, spot } = useSpotArea();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminOnly} organization={organization.pk} title="Custom Reports">
      <CustomReportsPage
        key={spot.pk}
        spot={spot}
        search={Route.useSearch()}
        onSearch={(search) => void navigate({ search })}
      />
    </ForRoles>
  );
}
