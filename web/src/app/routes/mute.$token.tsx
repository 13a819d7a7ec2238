import { createFileRoute } from '@tanstack/react-router';
import { MutePage } from '#features/platform/alerts/mute.page.tsx';

/** For readers of a mail, without signing in: the link mutes one alert for them, and allows nothing else. */
export const Route = createFileRoute('/mute/$token')({ component: MuteRoute });

function MuteRoute() {
  const { token } = Route.useParams();
  return <MutePage key={token} token={token} />;
}
