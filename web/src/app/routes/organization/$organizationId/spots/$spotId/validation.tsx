import { createFileRoute } from '@tanstack/react-router';
import { KioskPage } from '#features/operations/kiosks/kiosk.page.tsx';
import { kioskSearch } from '#features/operations/kiosks/kiosk-search.ts';

/** A kiosk's page needs no session: it has its own token. */
export const Route = createFileRoute('/organization/$organizationId/spots/$spotId/validation')({
  validateSearch: kioskSearch,
  component: () => {
    const { spotId } = Route.useParams();
    return <KioskPage key={spotId} spotId={spotId} length={Route.useSearch()} />;
  },
});
