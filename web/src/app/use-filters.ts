import type { HistoryMode } from '../kernel/url-state.ts';

/** The filters in a page's URL, and a function that changes them. */
export function useFilters<Filters>(route: {
  types: { fullSearchSchema: Filters };
  useSearch: () => unknown;
  useNavigate: () => (options: { search: never; replace: boolean }) => Promise<void>;
}) {
  const filters = route.useSearch() as Filters;
  const navigate = route.useNavigate();
  const onFilter = (search: Filters, mode?: HistoryMode) =>
    void navigate({ search: search as never, replace: mode === 'replace' });
  return { filters, onFilter };
}
