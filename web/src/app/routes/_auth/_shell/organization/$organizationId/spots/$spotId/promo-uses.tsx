import { createFileRoute, redirect } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { promoUsesSearch } from '#features/operations/promo-codes/promo-search.ts';
import { PromoUsesPage } from '#features/operations/promo-codes/promo-uses.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/promo-uses',
)({
  validateSearch: promoUsesSearch,
  beforeLoad: ({ params, search }) => {
    const to = '/organization/$organizationId/spots/$spotId/promos';
    if (!search.code) throw redirect({ to, params, replace: true });
  },
  component: () => <SpotPage page={PromoUsesPage} {...useFilters(Route)} />,
});
