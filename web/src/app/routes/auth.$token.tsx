import { isInvitationTicket } from '@lotkeeper/contract/team';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AuthorizePage } from '../../features/session/authorize.page.tsx';
import { InvitationPage } from '../../features/session/invitation.page.tsx';
import type { ApiError } from '../../kernel/api.ts';

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
  if (isInvitationTicket(token)) return <InvitationPage ticket={token} onDone={onDone} />;
  const onFailed = ({ code }: ApiError) => {
    const reason = code === 'code_invalid' ? 'sso_expired' : 'sso_failed';
    void navigate({ to: '/login', search: { reason }, replace: true });
  };
  return <AuthorizePage link={token} {...{ onDone, onFailed }} />;
}
