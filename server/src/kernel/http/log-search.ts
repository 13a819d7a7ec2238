import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { LoggedSearch, SearchPage, StatedPurpose } from '@lotkeeper/contract/kernel/searches';
import {
  parsePurpose,
  readSearch,
  searchMessages,
  searchPurposeHeader,
} from '@lotkeeper/contract/kernel/searches';
import type { FastifyRequest } from 'fastify';
import type { Scope, SpotScope, WholeOrganizationScope } from '../access/scope.ts';
import { Refusal, wrongFields } from '../refusal.ts';
import { logFault } from './error-handler.ts';

/** The logged part of a search. */
export interface Search {
  page: SearchPage;
  term: string;
  /** The letters and digits of the search text. */
  key: string;
  /** The purpose stated in this call; null means the person's last one. */
  purpose: StatedPurpose | null;
}

/**
 * Logs a search with its person's stated purpose. Returns false, and logs nothing, when the
 * organization requires a purpose and none is in force: then nothing may be searched.
 */
export type KeepSearch = (
  scope: WholeOrganizationScope | SpotScope,
  search: Search,
  now: Instant,
) => Promise<boolean>;

function readPurpose(request: FastifyRequest): StatedPurpose | null {
  const header = request.headers[searchPurposeHeader];
  if (header === undefined) return null;
  const purpose = parsePurpose(String(header));
  if (!purpose) throw wrongFields({ [searchPurposeHeader]: searchMessages.purpose });
  return purpose;
}

const isOfOrganization = (
  scope: (Scope & { kind: string }) | undefined,
): scope is WholeOrganizationScope | SpotScope =>
  scope?.kind === 'organization' || scope?.kind === 'spot';

/**
 * Logs what a call searches for before its handler reads anything. A search that can't be logged
 * isn't run: the log proves access only if it's complete.
 */
export async function logSearch(
  keepSearch: KeepSearch,
  logs: LoggedSearch,
  scope: (Scope & { kind: string }) | undefined,
  request: FastifyRequest,
  now: Instant,
): Promise<void> {
  const purpose = readPurpose(request);
  const search = readSearch(logs, { ...(request.body as object), ...(request.query as object) });
  if (!search) return;
  if (!isOfOrganization(scope)) throw new Error('A search is logged in an organization only.');
  const isLogged = await keepSearch(scope, { page: logs.page, ...search, purpose }, now).catch(
    (error: Error) => {
      if (error instanceof Refusal) throw error;
      logFault(error, request);
      throw new Refusal('unavailable', searchMessages.notLogged);
    },
  );
  if (!isLogged) throw new Refusal('purpose_required', searchMessages.purposeRequired);
}
