import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { formatMonthYear } from '@lotkeeper/contract/kernel/month-year';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { monthIn, namedMonth } from '#app/month-search.ts';
import { useSpotArea } from '#app/spot-area.tsx';
import { AggregatorRentalsPage } from '#features/aggregator-rentals/aggregator-rentals.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/aggregator-rentals',
)({
  validateSearch: namedMonth,
  component: AggregatorRentalsRoute,
});

function AggregatorRentalsRoute() {
  const { organization, spot } = useSpotArea();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminAndEmployee} organization={organization.pk} title="Aggregator Rentals">
      <AggregatorRentalsPage
        key={spot.pk}
        spot={spot}
        month={monthIn(Route.useSearch())}
        onMonth={(month) => void navigate({ search: { monthYear: formatMonthYear(month) } })}
      />
    </ForRoles>
  );
}
