import type { HistoryMode } from '../kernel/url-state.ts';

/** The filters in the URL of a page, and how to change them. */
export function useFilters<Filters>(route: {
  useSearch: () => Filters;
  useNavigate: () => (options: { search: NoInfer<Filters>; replace: boolean }) => Promise<void>;
}) {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const onFilter = (search: NoInfer<Filters>, mode?: HistoryMode) =>
    void navigate({ search, replace: mode === 'replace' });
  return { filters, onFilter };
}
