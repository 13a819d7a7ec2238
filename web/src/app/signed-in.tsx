import type { Profile } from '@lotkeeper/contract/people/session';
import { getAudience, getProfile } from '@lotkeeper/contract/people/session';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
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

interface SignedInProps {
  /** Opens the login page, which shows the reason. */
  openLogin: (reason?: LoginReason) => Promise<void>;
  children: ReactNode;
}

/** Everything behind sign-in: reads the profile, redirects people to their area, ends with the session. */
export function SignedIn(props: SignedInProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <WithProfile {...props} />
    </QueryClientProvider>
  );
}

function WithProfile(props: SignedInProps) {
  const { openLogin } = props;
  // A role change by an Admin takes effect when the window regains focus, after a refused call, or within a minute.
  const profile = useRead(getProfile, {}, { refreshEvery: 60 });
  const toLogin = (reason: LoginReason) => {
    rememberWantedPath(location.href.slice(location.origin.length));
    return openLogin(reason);
  };
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
  return <ForAudience {...props} profile={profile.data} />;
}

/** Staff stay; renters are redirected to the payment app; everyone else is logged out and sees why. */
function ForAudience(props: SignedInProps & { profile: Profile }) {
  const { profile, openLogin } = props;
  const audience = getAudience(profile);
  const sendAway = useEffectEvent((reader: typeof audience) => {
    if (reader === 'nobody') void endSession(() => openLogin('no_affiliation'));
    else if (reader === 'renter' && settings.payment_app_url)
      location.replace(settings.payment_app_url);
  });
  useEffect(() => sendAway(audience), [audience]);
  useEffect(() => noteOperator(profile.superuser), [profile.superuser]);
  if (audience === 'renter' && !settings.payment_app_url)
    return <RenterPage onLogout={openLogin} />;
  if (audience !== 'staff') return <Loading isAlone />;
  return (
    <ProfileProvider value={profile}>
      {props.children}
      <AskPurpose />
      <AskConfirmation />
      <AskSignIn />
    </ProfileProvider>
  );
}
