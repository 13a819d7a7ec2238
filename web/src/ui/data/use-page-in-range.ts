import { pageCount } from '@lotkeeper/contract/kernel/paging';
import { useEffect } from 'react';
import type { HistoryMode } from '../../kernel/url-state.ts';

/** A list read page by page, as far as it's loaded. */
export interface PagedList {
  data: { count: number } | undefined;
  isFetching: boolean;
}

export interface PageTurning {
  /** Names the list, such as 'Payouts'. */
  label: string;
  /** Starts at 1. */
  page: number;
  list: PagedList;
  size: number;
  /** Absent = the count is exact; false = it only serves for the number of pages. */
  isCountExact?: boolean;
  onPage: (page: number, mode?: HistoryMode) => void;
}

/** The number of pages; a page past the end, from a bookmark or after a removal, is replaced by the last one. */
export function usePageInRange({ page, list, size, onPage }: PageTurning): number {
  const last = pageCount(list.data?.count ?? 0, size);
  const isPast = list.data !== undefined && !list.isFetching && page > last;
  useEffect(() => {
    if (isPast) onPage(last, 'replace');
  }, [isPast, last, onPage]);
  return last;
}
