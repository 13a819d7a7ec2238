import type { Role } from '@lotkeeper/contract/kernel/access';
import { permits } from '@lotkeeper/contract/kernel/access';
import { pushWorker } from '@lotkeeper/contract/kernel/push-worker';
import type { Profile } from '@lotkeeper/contract/people/session';
import { logOut } from '@lotkeeper/contract/people/session';
import { createContext, use } from 'react';
import { callBy, onSessionEnd, onSignInRequired } from './api.ts';
import { clearToken, readToken } from './auth-cookie.ts';
import { keptChecks, keptInBrowser } from './kept.ts';
import { forgetLastPlace } from './last-place.ts';
import { closeLive } from './live.ts';
import { queryClient } from './queries.ts';
import { forgetWantedPath } from './wanted-path.ts';

const ProfileContext = createContext<Profile | null>(null);

export const ProfileProvider = ProfileContext.Provider;

/** The signed-in person's profile. Only inside pages that need a session. */
export function useProfile(): Profile {
  const profile = use(ProfileContext);
  if (!profile) throw new Error('useProfile outside a signed-in page.');
  return profile;
}

/** Whether an email server and a server for texts are set here; what nothing is set for goes to the outbox. */
export const useSends = () => useProfile().sends;

/** The caller's role in an organization; null for a superuser who isn’t a member. */
export function roleIn(profile: Profile, organization: number): Role | null {
  return (
    profile.affiliations.find((affiliation) => affiliation.organization === organization)?.role ??
    null
  );
}

/** Whether the signed-in person has one of the `allowed` roles in an organization. */
export function useHasRole(organization: number): (allowed: readonly Role[]) => boolean {
  const profile = useProfile();
  const viewer = { superuser: profile.superuser, role: roleIn(profile, organization) };
  return (allowed) => permits(allowed, viewer);
}

/** How long to wait for the server to end a session before this browser logs out anyway, in milliseconds. */
const logoutTimeout = 5000;

/** This browser takes no notifications any more, as after a sign-out. */
export async function endNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(pushWorker.path);
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** Ends a session on the server, and here unless another tab has signed in since; resolves when the server has. */
export async function dropSession(token: string | null): Promise<void> {
  if (!token) return;
  const timeout = AbortSignal.timeout(logoutTimeout);
  await callBy(token, logOut, {}, timeout).catch(() => undefined);
  if (readToken() === token) clearToken();
}

/**
 * Ends the session on the server and here. `leave` opens the next page before the cache is cleared:
 * pages still on the screen would refetch without a token, and their 401 would look like a session
 * that expired.
 */
export async function endSession(leave: () => Promise<void>): Promise<void> {
  onSessionEnd(() => undefined);
  onSignInRequired(async () => false);
  forgetWantedPath();
  await dropSession(readToken());
  closeLive();
  void endNotifications().catch(() => undefined);
  await leave();
  // The page that was open keeps its place until it's left.
  forgetLastPlace();
  keptInBrowser.forget(keptChecks);
  queryClient.clear();
}
