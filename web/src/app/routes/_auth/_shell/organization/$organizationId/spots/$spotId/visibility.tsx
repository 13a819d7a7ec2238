import { visitStatuses } from '@lotkeeper/contract/filter-words';
import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { parseLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { isDayText } from '@lotkeeper/contract/kernel/day-text';
import { reportedTypeNames } from '@lotkeeper/contract/reported-types';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { readPage } from '#app/page-search.ts';
import { useSpotArea } from '#app/spot-area.tsx';
import type { LogFilters } from '#features/visibility/driver-log.rules.ts';
import { VisibilityPage } from '#features/visibility/visibility.page.tsx';
import { readText } from '#kernel/url-state.ts';

/** What is in the address: the day as text, for the calendar is not the login's. */
type LogSearch = Omit<LogFilters, 'date'> & { date?: string };

/** The filters as they are in the address; nonsense isn’t one. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/visibility',
)({
  validateSearch: (search: Record<string, unknown>): LogSearch => ({
    ...(isDayText(search.date) && { date: search.date }),
    status: visitStatuses.find((status) => status === search.status),
    rentalType: reportedTypeNames.find((type) => type === search.rentalType),
    ...readPage(search),
    ...readText(search, 'searchTerm', 40),
  }),
  component: VisibilityRoute,
});

function VisibilityRoute() {
  const { organization, spot } = useSpotArea();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminOnly} organization={organization.pk} title="Visibility">
      <VisibilityPage
        key={spot.pk}
        spot={spot}
        filters={{ ...search, date: parseLocalDate(search.date ?? '') ?? undefined }}
        onFilter={({ date, ...filters }, mode) =>
          void navigate({
            search: { ...filters, ...(date && { date }) },
            replace: mode === 'replace',
          })
        }
      />
    </ForRoles>
  );
}
