import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { namedMonth } from '#app/month-search.ts';
import { readPage } from '#app/page-search.ts';
import { useSpotArea } from '#app/spot-area.tsx';
import type { PromoFilters } from '#features/promo-codes/promo-codes.page.tsx';
import { PromoCodesPage } from '#features/promo-codes/promo-codes.page.tsx';

/** The filters as they are in the address; those that say nothing are left out of it. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/promos',
)({
  validateSearch: (search: Record<string, unknown>): PromoFilters => ({
    ...namedMonth(search),
    ...(String(search.showUsableCodes) === 'false' ? { showUsableCodes: 'false' } : {}),
    ...readPage(search),
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
        onFilter={(search, mode) => void navigate({ search, replace: mode === 'replace' })}
      />
    </ForRoles>
  );
}
