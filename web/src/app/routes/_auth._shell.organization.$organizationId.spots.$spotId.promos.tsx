import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import type { PromoFilters } from '../../features/promo-codes/promo-codes.page.tsx';
import { PromoCodesPage } from '../../features/promo-codes/promo-codes.page.tsx';
import { ForRoles } from '../for-roles.tsx';
import { namedMonth } from '../month-search.ts';
import { useSpotArea } from '../spot-area.tsx';

/** The filters as they stand in the address; those that say nothing are left out of it. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/promos',
)({
  validateSearch: (search: Record<string, unknown>): PromoFilters => ({
    ...namedMonth(search),
    ...(String(search.showUsableCodes) === 'false' ? { showUsableCodes: 'false' } : {}),
    ...(/^[1-9]\d{0,4}$/.test(String(search.page)) && Number(search.page) > 1
      ? { page: Number(search.page) }
      : {}),
  }),
  component: PromosRoute,
});

function PromosRoute() {
  const { organization, spot } = useSpotArea();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminAndEmployee} organization={organization.pk} title="Discount Codes">
      <PromoCodesPage
        key={spot.pk}
        spot={spot}
        filters={Route.useSearch()}
        onFilter={(search) => void navigate({ search, replace: true })}
      />
    </ForRoles>
  );
}
