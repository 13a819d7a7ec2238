import { createFileRoute } from '@tanstack/react-router';
import { UnsubscribePage } from '#features/platform/alerts/unsubscribe.page.tsx';

/** For readers of a mail, without signing in. Mail programs post to the same URL. */
export const Route = createFileRoute('/unsubscribe/$token')({ component: UnsubscribeRoute });

function UnsubscribeRoute() {
  const { token } = Route.useParams();
  return <UnsubscribePage key={token} token={token} />;
}
