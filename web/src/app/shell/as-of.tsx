import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import type { Query } from '@tanstack/react-query';
import { notifyManager } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { now } from '../../kernel/clock.ts';
import { formatDayTime } from '../../kernel/format.ts';
import { useLiveFailure } from '../../kernel/live.ts';
import { queryClient } from '../../kernel/queries.ts';
import { findNewestChange, follows } from '../../kernel/read-changes.ts';
import { useCurrent } from './current.ts';

const cache = queryClient.getQueryCache();
const subscribe = (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener));

/** The menu's reads, which are on every page. */
const menuReads: readonly string[] = [getOrganization.path, listSpots.path];

const isOfPage = (query: Query) => query.isActive() && follows(query, 'server:newRecords');
const isOfMenu = (query: Query) => menuReads.includes(String(query.queryKey[1]));

/** The newest change that every figure on the page contains; 0 when none is known. */
function findShownChange(withMenu: boolean): number {
  const pageQueries = cache
    .getAll()
    .filter((query) => isOfPage(query) && (withMenu || !isOfMenu(query)));
  const changes = pageQueries.flatMap((query) => findNewestChange(query) ?? []);
  return changes.length > 0 ? Math.min(...changes) : 0;
}

/** Shows how current the page's figures are; the Help Center says how it is meant. */
export function AsOf() {
  const { spot, spots } = useCurrent();
  const { pathname } = useLocation();
  // The list of properties shows figures that the menu has read.
  const isList = pathname.endsWith('/spots');
  const newest = useSyncExternalStore(subscribe, () => findShownChange(isList));
  const isStopped = useLiveFailure();
  const zone = (spot ?? spots[0])?.timezone;
  // A letter says its own time.
  if (newest === 0 || !zone || pathname.includes('/letters/')) return null;
  return (
    <span className="ui-inline">
      As of {formatDayTime(newest, now(), zone)}
      {isStopped ? ' · Live updates have stopped' : ''}
    </span>
  );
}
