import { keptInTab } from './kept.ts';

const storageKey = 'wanted-path';

/** Sign-in pages are never a destination: they would only redirect. */
const signInPages = /^\/(login|auth|sso)([/?#]|$)/;

/** Whether a browser stays on this site when it opens `path`. It treats `//host` and `/\\host` as other sites. */
export function isOwnPath(path: string): boolean {
  if (!path.startsWith('/') || !URL.canParse(path, location.origin)) return false;
  return new URL(path, location.origin).origin === location.origin && !signInPages.test(path);
}

/**
 * Remembers the page that a signed-out person tried to open. It's stored in the tab, not in the
 * login page's URL, so no link can choose where a sign-in leads, and single sign-on finds it on
 * return.
 */
export function rememberWantedPath(path: string): void {
  if (isOwnPath(path)) keptInTab.keep(storageKey, path);
  else forgetWantedPath();
}

export const forgetWantedPath = () => keptInTab.forget(storageKey);

/** The page to open after a sign-in, once; where it leads by default. */
export function takeWantedPath(): string {
  const path = keptInTab.read(storageKey);
  forgetWantedPath();
  return path && isOwnPath(path) && path !== '/' ? path : '/start';
}
