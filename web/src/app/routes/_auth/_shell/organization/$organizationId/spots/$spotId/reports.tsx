import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { formatMonthYear } from '@lotkeeper/contract/kernel/month-year';
import type { ReportedType } from '@lotkeeper/contract/reported-types';
import { reportedTypes } from '@lotkeeper/contract/reported-types';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import type { MonthSearch } from '#app/month-search.ts';
import { monthIn, namedMonth } from '#app/month-search.ts';
import { useSpotArea } from '#app/spot-area.tsx';
import { ReportsPage } from '#features/reports/reports.page.tsx';

interface ReportSearch extends MonthSearch {
  rentalType?: ReportedType;
}

const isType = (type: unknown): type is ReportedType =>
  typeof type === 'string' && Object.hasOwn(reportedTypes, type);

/** The filters as they are in the address; those that say nothing are left out of it. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/reports',
)({
  validateSearch: (search: Record<string, unknown>): ReportSearch => ({
    ...namedMonth(search),
    ...(isType(search.rentalType) && { rentalType: search.rentalType }),
  }),
  component: ReportsRoute,
});

function ReportsRoute() {
  const { organization, spot } = useSpotArea();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminOnly} organization={organization.pk} title="Reports">
      <ReportsPage
        key={spot.pk}
        spot={spot}
        filters={{ month: monthIn(search), type: search.rentalType ?? null }}
        onFilter={({ month, type }) =>
          void navigate({
            search: {
              ...(month && { monthYear: formatMonthYear(month) }),
              ...(type && { rentalType: type }),
            },
          })
        }
      />
    </ForRoles>
  );
}
