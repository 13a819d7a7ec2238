import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { monthYearOf } from '@lotkeeper/contract/kernel/month-year';
import { createFileRoute } from '@tanstack/react-router';
import type { PromoFilters } from '../../features/promo-codes/promo-codes.page.tsx';
import { PromoCodesPage } from '../../features/promo-codes/promo-codes.page.tsx';
import { ForRoles } from '../for-roles.tsx';
import type { MonthSearch } from '../month-search.ts';
import { monthIn, namedMonth } from '../month-search.ts';
import { useSpotArea } from '../spot-area.tsx';

interface PromoSearch extends MonthSearch {
  showUsableCodes?: 'false';
  page?: number;
}

/** The filters as they stand in the address; those that say nothing are left out of it. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/promos',
)({
  validateSearch: (search: Record<string, unknown>): PromoSearch => {
    const { showUsableCodes, page } = search;
    return {
      ...namedMonth(search),
      ...(String(showUsableCodes) === 'false' ? { showUsableCodes: 'false' } : {}),
      ...(/^[1-9]\d{0,4}$/.test(String(page)) && Number(page) > 1 ? { page: Number(page) } : {}),
    };
  },
  component: PromosRoute,
});

const filtersOf = ({ showUsableCodes, page, ...search }: PromoSearch): PromoFilters => {
  const month = monthIn(search);
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
