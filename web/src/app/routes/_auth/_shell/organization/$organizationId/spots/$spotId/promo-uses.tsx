import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { monthIn, namedMonth } from '#app/month-search.ts';
import { readPage } from '#app/page-search.ts';
import { useSpotArea } from '#app/spot-area.tsx';
import { PromoUsesPage } from '#features/promo-codes/promo-uses.page.tsx';
import type { UsesFilters } from '#features/promo-codes/promo-uses.rules.ts';
import { readText } from '#kernel/url-state.ts';

/** Whose uses are listed, as in the URL. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/promo-uses',
)({
  validateSearch: (search: Record<string, unknown>): UsesFilters & { page?: number } => ({
    ...readText(search, 'code'),
    ...(/^\d{1,15}$/.test(String(search.promo)) && { promo: Number(search.promo) }),
    ...namedMonth(search),
    ...readPage(search),
  }),
  component: PromoUsesRoute,
});

function PromoUsesRoute() {
  const { organization, spot } = useSpotArea();
  const { page = 1, ...filters } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminAndEmployee} organization={organization.pk} title="Discount Codes">
      <PromoUsesPage
        key={spot.pk}
        spot={spot}
        code={filters.code ?? ''}
        promo={filters.promo ?? null}
        month={monthIn(filters)}
        page={page}
        onPage={(next, mode) =>
          void navigate({
            search: { ...filters, ...readPage({ page: next }) },
            replace: mode === 'replace',
          })
        }
      />
    </ForRoles>
  );
}
