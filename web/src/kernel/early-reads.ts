import { readToken } from './auth-cookie.ts';

/** What a read that started early was asked with, and its answer. */
interface EarlyRead {
  token: string | null;
  answer: Promise<Response>;
}

const earlyReads = new Map<string, EarlyRead>();

/** A later read of the same URL wants what is there by then. */
const maxAgeMs = 10_000;

/** Pages of staff in an organization; a kiosk has another token. */
const organizationPage = /^\/organization\/([\w-]+)(?!.*\/validation\/?$)(\/|$)/;

/** The organization whose page is at a path; null for other pages. */
export const findOrganization = (path: string): string | null =>
  organizationPage.exec(path)?.[1] ?? null;

const driversPage = /^\/car\/([\w.-]+)\/?$/;
const standPage = /^\/valet\/(\w+)\/?$/;

function listUrls(path: string, token: string | null): string[] {
  const [, car] = driversPage.exec(path) ?? [];
  if (car) return [`/api/valet/requests/${car}/`];
  const [, stand] = standPage.exec(path) ?? [];
  const organization = stand ?? findOrganization(path);
  if (!token || !organization) return [];
  return [
    '/api/v2/profiles/me',
    stand ? `/api/valet/lots/?organization=${stand}` : `/api/organizations/${organization}/`,
    `/api/spots?organization=${organization}&includeThirdParty=true`,
  ];
}

/**
 * Starts the reads that everything on a page waits for. They would otherwise follow one another,
 * after the code that draws them has run.
 */
export function startEarlyReads(path: string): void {
  const token = readToken();
  for (const url of listUrls(path, token)) {
    const headers = token ? { authorization: `Token ${token}` } : {};
    const answer = fetch(url, { credentials: 'include', headers });
    // A caller that takes the answer gets its failure. There may be none.
    answer.catch(() => undefined);
    earlyReads.set(url, { token, answer });
  }
  setTimeout(() => earlyReads.clear(), maxAgeMs);
}

/** The answer of a read that started early with the same token; each is handed out once. */
export function takeEarlyAnswer(url: string, token: string | null): Promise<Response> | undefined {
  const early = earlyReads.get(url);
  earlyReads.delete(url);
  return early?.token === token ? early?.answer : undefined;
}
