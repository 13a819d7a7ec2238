import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { localDateOf } from '@lotkeeper/contract/kernel/calendar';
import { monthYearOf, parseMonth } from '@lotkeeper/contract/kernel/month-year';
import { createFileRoute } from '@tanstack/react-router';
import type { PromoFilters } from '../../features/promo-codes/promo-codes.page.tsx';
import { PromoCodesPage } from '../../features/promo-codes/promo-codes.page.tsx';
import { now } from '../../kernel/clock.ts';
import { ForRoles } from '../for-roles.tsx';
import { useSpotArea } from '../spot-area.tsx';

interface PromoSearch {
  monthYear?: string;
  showUsableCodes?: 'false';
  page?: number;
}

/** A month of the future is none to look at; a day ahead of UTC is the furthest that any lot is. */
const latest = () => localDateOf(now(), 'Pacific/Kiritimati');

/** The filters as they stand in the address; those that say nothing are left out of it. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/promos',
)({
  validateSearch: ({ monthYear, showUsableCodes, page }: Record<string, unknown>): PromoSearch => {
    const month = parseMonth(String(monthYear));
    return {
      ...(month && month <= latest() ? { monthYear: monthYearOf(month) } : {}),
      ...(String(showUsableCodes) === 'false' ? { showUsableCodes: 'false' } : {}),
      ...(/^[1-9]\d{0,4}$/.test(String(page)) && Number(page) > 1 ? { page: Number(page) } : {}),
    };
  },
  component: PromosRoute,
});

const filtersOf = ({ monthYear, showUsableCodes, page }: PromoSearch): PromoFilters => {
  const month = monthYear ? parseMonth(monthYear) : null;
  return {
    ...(month && { month }),
    ...(showUsableCodes && { showUsableCodes: false }),
    ...(page && { page }),
  };
};

const searchOf = ({ month, showUsableCodes, page }: PromoFilters): PromoSearch => ({
  ...(month && { monthYear: monthYearOf(month) }),
  ...(showUsableCodes === false && { showUsableCodes: 'false' }),
  ...(page && page > 1 && { page }),
});

function PromosRoute() {
  const { organization, spot } = useSpotArea();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminAndEmployee} organization={organization.pk} title="Discount Codes">
      <PromoCodesPage
        key={spot.pk}
        spot={spot}
        filters={filtersOf(Route.useSearch())}
        onFilter={(filters) => void navigate({ search: searchOf(filters), replace: true })}
      />
    </ForRoles>
  );
}
