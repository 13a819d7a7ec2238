import type { Profile } from '@lotkeeper/contract/people/session';
import { getAudience, getProfile } from '@lotkeeper/contract/people/session';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { AskConfirmation } from '../features/people/session/ask-confirmation.tsx';
import { AskSignIn } from '../features/people/session/ask-sign-in.tsx';
import type { LoginReason } from '../features/people/session/login.page.tsx';
import { AskPurpose } from '../features/trust/plate-searches/ask-purpose.tsx';
import { noteOperator, onRefusal, onSessionEnd } from '../kernel/api.ts';
import { readToken } from '../kernel/auth-cookie.ts';
import { markStale, queryClient, useRead } from '../kernel/queries.ts';
import { endSession, ProfileProvider } from '../kernel/session.tsx';
import { settings } from '../kernel/settings.ts';
import { rememberWantedPath } from '../kernel/wanted-path.ts';
import { Loading } from './loading.tsx';
import { RenterPage } from './renter-page.tsx';

/** Everything behind sign-in: reads the profile, redirects people to their area, ends with the session. */
export function SignedIn() {
  return (
    <QueryClientProvider client={queryClient}>
      <WithProfile />
    </QueryClientProvider>
  );
}

/** Opens the login page; `returns` says whether sign-in leads back to this page. */
function useToLogin() {
  const navigate = useNavigate();
  const router = useRouter();
  return async (reason: LoginReason, returns = true) => {
    if (returns) rememberWantedPath(router.state.location.href);
    await navigate({ to: '/login', search: { reason }, replace: true });
  };
}

function WithProfile() {
  // A role change by an Admin takes effect when the window regains focus, after a refused call, or within a minute.
  const profile = useRead(getProfile, {}, { refreshEvery: 60 });
  const toLogin = useToLogin();
  const onEnd = useEffectEvent((endedToken: string | null) => {
    const current = readToken();
    // Another tab has signed in since: its session isn’t the one that ended.
    if (current && current !== endedToken) location.reload();
    else void endSession(() => toLogin('session'));
  });
  useEffect(() => {
    onSessionEnd((endedToken) => onEnd(endedToken));
    onRefusal(() => markStale([getProfile]));
    return () => onSessionEnd(() => undefined);
  }, []);
  const failed = profile.isError && !profile.data && profile.error.status !== 401;
  const onFailure = useEffectEvent(() => void toLogin('profile'));
  useEffect(() => {
    if (failed) onFailure();
  }, [failed]);
  if (!profile.data) return <Loading isAlone />;
  return <ForAudience profile={profile.data} />;
}

/** Staff stay; renters are redirected to the payment app; everyone else is logged out and sees why. */
function ForAudience({ profile }: { profile: Profile }) {
  const audience = getAudience(profile);
  const toLogin = useToLogin();
  const sendAway = useEffectEvent((reader: typeof audience) => {
    if (reader === 'nobody') void endSession(() => toLogin('no_affiliation', false));
    else if (reader === 'renter' && settings.payment_app_url)
      location.replace(settings.payment_app_url);
  });
  useEffect(() => sendAway(audience), [audience]);
  useEffect(() => noteOperator(profile.superuser), [profile.superuser]);
  if (audience === 'renter' && !settings.payment_app_url) return <RenterPage />;
  if (audience !== 'staff') return <Loading isAlone />;
  return (
    <ProfileProvider value={profile}>
      <Outlet />
      <AskPurpose />
      <AskConfirmation />
      <AskSignIn />
    </ProfileProvider>
  );
}
