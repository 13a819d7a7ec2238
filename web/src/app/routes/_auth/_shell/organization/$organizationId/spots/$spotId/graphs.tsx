import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { formatMonthYear } from '@lotkeeper/contract/kernel/month-year';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import type { MonthSearch } from '#app/month-search.ts';
import { monthIn, namedMonth } from '#app/month-search.ts';
import { useSpotArea } from '#app/spot-area.tsx';
import { GraphsPage } from '#features/graphs/graphs.page.tsx';

interface GraphSearch extends MonthSearch {
  /** Which line is drawn; absent = daily. */
  rentalType?: 'monthly';
}

/** The filters as they are in the address; those that say nothing are left out of it. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/graphs',
)({
  validateSearch: (search: Record<string, unknown>): GraphSearch => ({
    ...namedMonth(search),
    ...(search.rentalType === 'monthly' && { rentalType: 'monthly' }),
  }),
  component: GraphsRoute,
});

function GraphsRoute() {
  const { organization, spot } = useSpotArea();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminOnly} organization={organization.pk} title="Graphs">
      <GraphsPage
        key={spot.pk}
        spot={spot}
        filters={{ month: monthIn(search), line: search.rentalType ?? 'daily' }}
        onFilter={({ month, line }) =>
          void navigate({
            search: {
              ...(month && { monthYear: formatMonthYear(month) }),
              ...(line === 'monthly' && { rentalType: line }),
            },
          })
        }
      />
    </ForRoles>
  );
}
