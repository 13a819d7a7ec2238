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

type DayName = 'date' | 'startDate' | 'endDate';

/** What is in the address: days as text, for the calendar is not the login's. */
type LogSearch = Omit<LogFilters, DayName> & { [Name in DayName]?: string | undefined };

const readDay = (input: unknown) => (isDayText(input) ? input : undefined);
const toDay = (text: string | undefined) => parseLocalDate(text ?? '') ?? undefined;

/** The filters as they are in the address; nonsense isn’t one. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/visibility',
)({
  validateSearch: (search: Record<string, unknown>): LogSearch => ({
    date: readDay(search.date),
    startDate: readDay(search.startDate),
    endDate: readDay(search.endDate),
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
        filters={{
          ...search,
          date: toDay(search.date),
          startDate: toDay(search.startDate),
          endDate: toDay(search.endDate),
        }}
        onFilter={(filters, mode) =>
          void navigate({ search: filters, replace: mode === 'replace' })
        }
      />
    </ForRoles>
  );
}
