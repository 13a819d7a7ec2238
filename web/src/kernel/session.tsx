import type { Role } from '@lotkeeper/contract/kernel/access';
import { permits } from '@lotkeeper/contract/kernel/access';
import type { Profile } from '@lotkeeper/contract/session';
import { logOut } from '@lotkeeper/contract/session';
import { createContext, use } from 'react';
import { call } from './api.ts';
import { clearToken } from './auth-cookie.ts';
import { closeLive } from './live.ts';
import { queryClient } from './queries.ts';

const ProfileContext = createContext<Profile | null>(null);

/** Hands the profile to everything inside. */
export const ProfileProvider = ProfileContext.Provider;

/** Who is signed in. Only inside the pages that need a session. */
export function useProfile(): Profile {
  const profile = use(ProfileContext);
  if (!profile) throw new Error('useProfile outside a signed-in page.');
  return profile;
}

/** The caller's role in an organization; null for a superuser who is no member. */
export function roleIn(profile: Profile, organization: number): Role | null {
  return profile.affiliations.find((one) => one.organization === organization)?.role ?? null;
}

/** Whether the signed-in person may see what is meant for `allowed` in an organization. */
export function useMay(organization: number): (allowed: readonly Role[]) => boolean {
  const profile = useProfile();
  const who = { superuser: profile.superuser, role: roleIn(profile, organization) };
  return (allowed) => permits(allowed, who);
}

/** Resets all auth state: the session on the server, the cookie and everything that was read. */
export async function endSession(): Promise<void> {
  await call(logOut, {}).catch(() => undefined);
  forgetSession();
}

/** Resets what this browser knows of a session that is over already. */
export function forgetSession(): void {
  clearToken();
  closeLive();
  queryClient.clear();
}
