import { isSignOnTicket } from '@lotkeeper/contract/people/session';
import { isInvitationTicket } from '@lotkeeper/contract/people/team';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AuthorizePage } from '#features/people/session/authorize.page.tsx';
import { InvitationPage } from '#features/people/session/invitation.page.tsx';
import { SignInLinkPage } from '#features/people/session/sign-in-link.page.tsx';
import type { ApiError } from '#kernel/api.ts';
import { takeWantedPath } from '#kernel/wanted-path.ts';

export const Route = createFileRoute('/auth/$token')({ component: AuthorizeRoute });

const withoutTicket = 'link';

/** The ticket is removed from the URL before anything else happens, so it stays neither in the history nor on screen. */
function AuthorizeRoute() {
  const params = Route.useParams();
  const [token] = useState(params.token);
  const navigate = Route.useNavigate();
  const { history } = useRouter();
  const cleared = params.token === withoutTicket;
  useEffect(() => {
    if (!cleared) void navigate({ params: { token: withoutTicket }, replace: true });
  }, [cleared, navigate]);
  const onDone = () => history.replace(takeWantedPath());
  if (!cleared) return null;
  if (isInvitationTicket(token)) return <InvitationPage ticket={token} onDone={onDone} />;
  if (!isSignOnTicket(token)) {
    const onCancel = () => void navigate({ to: '/login', replace: true });
    return <SignInLinkPage link={token} {...{ onDone, onCancel }} />;
  }
  const onFailed = ({ code }: ApiError) => {
    const reason = code === 'code_invalid' ? 'sso_expired' : 'sso_failed';
    void navigate({ to: '/login', search: { reason }, replace: true });
  };
  return <AuthorizePage ticket={token} {...{ onDone, onFailed }} />;
}
