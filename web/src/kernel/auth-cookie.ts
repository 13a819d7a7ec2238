import { settings } from './settings.ts';

/** How long the browser keeps the cookie; the session itself expires by its own rules. */
const authCookieDays = 2000;
const authCookieName = 'auth';

const attributes = (domain: string | undefined, maxAge: number) =>
  [
    'Path=/',
    'SameSite=Lax',
    `Max-Age=${maxAge}`,
    ...(location.protocol === 'https:' ? ['Secure'] : []),
    ...(domain ? [`Domain=${domain}`] : []),
  ].join('; ');

/** The configured domains (up to two); none = this host only. */
function domains(): (string | undefined)[] {
  return settings.auth_cookie_domains.length > 0 ? settings.auth_cookie_domains : [undefined];
}

function write(value: string, maxAge: number) {
  for (const domain of domains()) {
    // oxlint-disable-next-line unicorn/no-document-cookie -- the page itself writes the token's cookie, so HttpOnly can't be set
    document.cookie = `${authCookieName}=${value}; ${attributes(domain, maxAge)}`;
  }
}

/** The session's token, or null. */
export function readToken(): string | null {
  const cookie = document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${authCookieName}=`))
    ?.slice(authCookieName.length + 1);
  return cookie || null;
}

export const writeToken = (token: string) => write(token, authCookieDays * 24 * 60 * 60);
export const clearToken = () => write('', 0);
