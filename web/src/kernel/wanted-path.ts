import { keptInTab } from './kept.ts';

const storageKey = 'wanted-path';

/** Sign-in pages are no destination: they would only lead on. */
const signInPages = /^\/(login|auth|sso)([/?#]|$)/;

/** Whether a browser stays on this site when it goes to `path`. It takes `//host` and `/\\host` for other sites. */
export function isOwnPath(path: string): boolean {
  if (!path.startsWith('/') || !URL.canParse(path, location.origin)) return false;
  return new URL(path, location.origin).origin === location.origin && !signInPages.test(path);
}

/**
 * Keeps the page that somebody wanted who isn't signed in. It's kept in the tab and not in the login page's URL, so
 * that no link can choose where a sign-in leads, and single sign-on finds it when it comes back.
 */
export function rememberWantedPath(path: string): void {
  if (isOwnPath(path)) keptInTab.keep(storageKey, path);
  else forgetWantedPath();
}

export const forgetWantedPath = () => keptInTab.forget(storageKey);

/** The page to open after a sign-in, once; the home page where none was wanted. */
export function takeWantedPath(): string {
  const path = keptInTab.read(storageKey);
  forgetWantedPath();
  return path && isOwnPath(path) ? path : '/';
}
