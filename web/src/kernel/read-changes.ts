import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import { findEvents } from '@lotkeeper/contract/kernel/endpoint';
import type { LiveEvent, NewestChanges } from '@lotkeeper/contract/kernel/live';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import type { Query, QueryClient } from '@tanstack/react-query';

/** What is remembered of a cached read. */
export interface ReadMeta extends Record<string, unknown> {
  endpoint: Endpoint;
  input: object;
}

interface ReadState {
  /** When the read started, and when its records last changed, in milliseconds since the page was opened. */
  askedAt: number;
  changedAt: number;
  /** The newest change that the answer is sure to contain, in milliseconds since 1970; 0 = none yet, null = unknown. */
  newestChange: number | null;
}

type AnyQuery = Pick<Query, 'meta' | 'state' | 'queryKey'>;

const states = new WeakMap<object, ReadState>();
const findState = (query: object): ReadState =>
  states.get(query) ?? { askedAt: 0, changedAt: 0, newestChange: null };

/** Remembers what an answer contains. For a list read page by page, that is what its oldest page contains. */
export function noteAnswer(
  query: object,
  { askedAt, newestChange, isFirstPage }: Omit<ReadState, 'changedAt'> & { isFirstPage: boolean },
): void {
  const before = findState(query);
  const isOlder = !isFirstPage && (before.newestChange ?? 0) < (newestChange ?? 0);
  states.set(query, isOlder ? before : { ...before, askedAt, newestChange });
}

/** Whether the records of a read have changed since it started. */
export const isOutdated = (query: object): boolean => {
  const { askedAt, changedAt } = findState(query);
  return changedAt >= askedAt && changedAt > 0;
};

/** The newest change in an answer, as in `ReadState`. */
export const findNewestChange = (query: object): number | null => findState(query).newestChange;

const findMeta = ({ meta }: AnyQuery) => meta as ReadMeta | undefined;

/** Whether a live event changes the answer of a read. */
export function follows(query: AnyQuery, event: LiveEvent): boolean {
  const meta = findMeta(query);
  return meta !== undefined && findEvents(meta.endpoint).includes(event);
}

function readInput({ input }: ReadMeta, source: string): string | null {
  const [part = '', field = ''] = source.split('.');
  const groups = input as Record<string, Record<string, string | number> | undefined>;
  const value = groups[part]?.[field];
  return value === undefined ? null : String(value);
}

/** The property that a read names, by pk or uuid; null = it covers a whole organization. */
function findNamedSpot(query: AnyQuery): string | null {
  const meta = findMeta(query);
  if (!meta) return null;
  const { access } = meta.endpoint;
  if (access.scope === 'spot') return readInput(meta, access.from);
  return access.scope === 'organization_or_spot' ? readInput(meta, access.spotFrom) : null;
}

/** The keys of a property in reads: its pk and, if known, its uuid. */
function listSpotNames(client: QueryClient, spotPk: number): string[] {
  const lists = client.getQueriesData<readonly { pk: number; uuid: string }[]>({
    queryKey: [listSpots.method, listSpots.path],
  });
  const spot = lists.flatMap(([, spots]) => spots ?? []).find(({ pk }) => pk === spotPk);
  return spot ? [String(spotPk), spot.uuid] : [String(spotPk)];
}

/** Marks each read of a property, or of an organization, as changed. */
function noteChange(
  client: QueryClient,
  spotPk: number,
  isChanged: (query: AnyQuery) => boolean,
): void {
  const names = listSpotNames(client, spotPk);
  const changedAt = performance.now();
  for (const query of client.getQueryCache().getAll()) {
    const spot = findNamedSpot(query);
    if (!isChanged(query) || (spot !== null && !names.includes(spot))) continue;
    states.set(query, { ...findState(query), changedAt });
  }
}

/** Marks the reads that a property's live event changes as stale, on this page and all others. */
export function noteEvent(client: QueryClient, event: LiveEvent, spotPk: number): void {
  noteChange(client, spotPk, (query) => follows(query, event));
}

/** Marks reads made before their property's newest change as stale: no event was received for it. */
export function noteMissedChanges(client: QueryClient, newest: NewestChanges): void {
  for (const [spotPk, at] of newest) {
    noteChange(client, spotPk, (query) => {
      const newestChange = findNewestChange(query);
      return newestChange !== null && newestChange < at && follows(query, 'server:newRecords');
    });
  }
}
