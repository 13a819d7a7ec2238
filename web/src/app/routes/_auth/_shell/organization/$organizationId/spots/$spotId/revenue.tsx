import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { reportedTypeNames } from '@lotkeeper/contract/reported-types';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { useSpotArea } from '#app/spot-area.tsx';
import type { RevenueFilters } from '#features/revenue/revenue.page.tsx';
import { RevenuePage } from '#features/revenue/revenue.page.tsx';

interface RevenueSearch {
  /** Absent = gross revenue. */
  revenueType?: 'net_revenue';
  /** Types with commas between them; absent = all. */
  rentalType?: string;
}

const typesIn = (text: unknown) => {
  const requestedTypes = new Set(String(text).split(','));
  return reportedTypeNames.filter((type) => requestedTypes.has(type));
};

const toSearch = ({ metric, types }: RevenueFilters): RevenueSearch => ({
  ...(metric === 'net_revenue' && { revenueType: metric }),
  ...(types.length > 0 && { rentalType: types.join(',') }),
});

/** The filters as they are in the address; those that say nothing are left out of it. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/revenue',
)({
  validateSearch: ({ revenueType, rentalType }: Record<string, unknown>): RevenueSearch =>
    toSearch({
      metric: revenueType === 'net_revenue' ? revenueType : 'gross_revenue',
      types: typesIn(rentalType),
    }),
  component: RevenueRoute,
});

function RevenueRoute() {
  const { organization, spot } = useSpotArea();
  const { revenueType, rentalType } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminOnly} organization={organization.pk} title="Revenue">
      <RevenuePage
        key={spot.pk}
        spot={spot}
        filters={{ metric: revenueType ?? 'gross_revenue', types: typesIn(rentalType) }}
        onFilter={(filters) => void navigate({ search: toSearch(filters) })}
      />
    </ForRoles>
  );
}
