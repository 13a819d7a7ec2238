import { createFileRoute, useRouter } from '@tanstack/react-router';
import { KioskPage } from '#features/operations/kiosks/kiosk.page.tsx';
import { kioskSearch } from '#features/operations/kiosks/kiosk-search.ts';
import { rememberWantedPath } from '#kernel/wanted-path.ts';

/** Apart from the pages that need a session: a kiosk has a token of its own. */
export const Route = createFileRoute('/organization/$organizationId/spots/$spotId/validation')({
  validateSearch: kioskSearch,
  component: () => {
    const { spotId } = Route.useParams();
    const router = useRouter();
    const navigate = Route.useNavigate();
    const signIn = (hasEnded: boolean) => {
      rememberWantedPath(router.state.location.href);
      const search = hasEnded ? { reason: 'session' as const } : {};
      void navigate({ to: '/login', search, replace: true });
    };
    return <KioskPage key={spotId} spotId={spotId} length={Route.useSearch()} onSignIn={signIn} />;
  },
});
