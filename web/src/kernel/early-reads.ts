import type { ValetLot } from '@lotkeeper/contract/operations/valet';
import { findLot } from '@lotkeeper/contract/operations/valet-lots';
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

/** Starts a read; returns its answer. A caller that takes it gets its failure. There may be none. */
function startRead(url: string, token: string | null): Promise<Response> {
  const headers = token ? { authorization: `Token ${token}` } : {};
  const answer = fetch(url, { credentials: 'include', headers });
  earlyReads.set(url, { token, answer });
  return answer;
}

/** The cars of the stand's lot can be asked for once the lots are known. */
async function startLotReads(lots: Response, token: string | null): Promise<void> {
  const query = new URLSearchParams(location.search);
  const read = (name: string) => query.get(name) ?? '';
  const lot = findLot((await lots.json()) as ValetLot[], Number(read('spot')));
  if (!lot) return;
  const spot = String(lot.pk);
  const list = { spot, search: read('search'), status: read('status'), page: read('page') || '1' };
  for (const url of [
    `/api/valet/summary/?spot=${spot}`,
    `/api/valet/valet-sessions/?${new URLSearchParams(list).toString()}`,
  ])
    startRead(url, token).catch(() => undefined);
}

/**
 * Starts the reads that everything on a page waits for. They would otherwise follow one another,
 * after the code that draws them has run.
 */
export function startEarlyReads(path: string): void {
  const token = readToken();
  for (const url of listUrls(path, token)) {
    const answer = startRead(url, token);
    const isOfLots = url.startsWith('/api/valet/lots/');
    answer
      .then((lots) => (isOfLots && lots.ok ? startLotReads(lots.clone(), token) : undefined))
      .catch(() => undefined);
  }
  setTimeout(() => earlyReads.clear(), maxAgeMs);
}

/** The answer of a read that started early with the same token; each is handed out once. */
export function takeEarlyAnswer(url: string, token: string | null): Promise<Response> | undefined {
  const early = earlyReads.get(url);
  earlyReads.delete(url);
  return early?.token === token ? early?.answer : undefined;
}
