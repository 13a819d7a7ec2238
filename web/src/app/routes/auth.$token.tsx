import { isTicket } from '@lotkeeper/contract/team';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AuthorizePage } from '../../features/session/authorize.page.tsx';
import { InvitationPage } from '../../features/session/invitation.page.tsx';

export const Route = createFileRoute('/auth/$token')({ component: AuthorizeRoute });

const withoutToken = 'link';

/** The token leaves the address before anything else happens, so that neither history nor a glance keeps it. */
function AuthorizeRoute() {
  const params = Route.useParams();
  const [token] = useState(params.token);
  const navigate = Route.useNavigate();
  const cleared = params.token === withoutToken;
  useEffect(() => {
    if (!cleared) void navigate({ params: { token: withoutToken }, replace: true });
  });
  const onDone = () => void navigate({ to: '/', replace: true });
  if (!cleared) return null;
  return isTicket(token) ? (
    <InvitationPage ticket={token} onDone={onDone} />
  ) : (
    <AuthorizePage token={token} onDone={onDone} />
  );
}
