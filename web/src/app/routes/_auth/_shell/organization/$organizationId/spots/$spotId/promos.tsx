import { createFileRoute } from '@tanstack/react-router';
import { SpotPage } from '#app/spot-area.tsx';
import { useFilters } from '#app/use-filters.ts';
import { PromoCodesPage } from '#features/operations/promo-codes/promo-codes.page.tsx';
import { promoSearch } from '#features/operations/promo-codes/promo-search.ts';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/promos',
)({
  validateSearch: promoSearch,
  component: () => <SpotPage page={PromoCodesPage} {...useFilters(Route)} />,
});
