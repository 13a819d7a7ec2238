import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { useSpotArea } from '#app/spot-area.tsx';
import { RatesPage } from '#features/rates/rates.page.tsx';
import { readText } from '#kernel/url-state.ts';

/** The view and the day are in the address; what they may mean is the page's to say. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/rates',
)({
  validateSearch: (search: Record<string, unknown>): { view?: string; date?: string } => ({
    ...readText(search, 'view'),
    ...readText(search, 'date'),
  }),
  component: RatesRoute,
});

function RatesRoute() {
  const { organization, spot } = useSpotArea();
  const filters = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={[]} organization={organization.pk} title="Rates">
      <RatesPage
        key={spot.pk}
        spot={spot}
        filters={filters}
        onMove={(search) => void navigate({ search })}
      />
    </ForRoles>
  );
}
