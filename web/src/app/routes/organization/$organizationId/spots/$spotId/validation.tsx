import { createFileRoute } from '@tanstack/react-router';
import { KioskPage } from '#features/operations/kiosks/kiosk.page.tsx';
import { kioskSearch } from '#features/operations/kiosks/kiosk-search.ts';

/** The page of a kiosk stands apart from those that need a session: it has a token of its own. */
export const Route = createFileRoute('/organization/$organizationId/spots/$spotId/validation')({
  validateSearch: kioskSearch,
  component: () => {
    const { spotId } = Route.useParams();
    return <KioskPage key={spotId} spotId={spotId} length={Route.useSearch()} />;
  },
});
