import type { HistoryMode } from '../kernel/url-state.ts';
import { stringifySearch } from '../kernel/url-state.ts';

type Search = Parameters<typeof stringifySearch>[0];

/** Filters without the page of a list if it's that of other filters. */
export function startAgain(before: Search, after: Search): Search {
  const isSame = (a: Search, b: Search) => stringifySearch({ ...a, ...b }) === stringifySearch(a);
  const isOther = !isSame(before, after) || !isSame(after, before);
  return isOther && after['page'] === before['page'] ? { ...after, page: undefined } : after;
}

/** The filters in a page's URL, and a function that changes them: other ones begin at the first page. */
export function useFilters<Filters>(route: {
  types: { fullSearchSchema: Filters };
  useSearch: () => unknown;
  useNavigate: () => (options: { search: never; replace: boolean }) => Promise<void>;
}) {
  const filters = route.useSearch() as Filters;
  const navigate = route.useNavigate();
  const onFilter = (search: Filters, mode?: HistoryMode) =>
    void navigate({
      search: startAgain(filters as Search, search as Search) as never,
      replace: mode === 'replace',
    });
  return { filters, onFilter };
}
