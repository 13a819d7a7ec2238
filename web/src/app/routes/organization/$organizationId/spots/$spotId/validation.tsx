import { createFileRoute } from '@tanstack/react-router';
import { KioskPage } from '#features/kiosks/kiosk.page.tsx';
import type { KioskLength } from '#features/kiosks/validating.tsx';

/** The page of a kiosk stands apart from those that need a session: it has a token of its own. */
export const Route = createFileRoute('/organization/$organizationId/spots/$spotId/validation')({
  validateSearch: ({ minutes, calendar }: Record<string, unknown>): KioskLength => ({
    minutes: /^[1-9]\d{0,5}$/.test(String(minutes)) ? Number(minutes) : undefined,
    calendar: String(calendar) === 'true' || undefined,
  }),
  component: ValidationRoute,
});

function ValidationRoute() {
  const { spotId } = Route.useParams();
  return <KioskPage key={spotId} spotId={spotId} length={Route.useSearch()} />;
}
