import { createFileRoute } from '@tanstack/react-router';
import { StopPage } from '#features/money/letters/stop.page.tsx';

/** For people with the link of a letter, who needn’t sign in. */
export const Route = createFileRoute('/stop-letter/$token')({ component: StopRoute });

function StopRoute() {
  const { token } = Route.useParams();
  return <StopPage key={token} token={token} />;
}
