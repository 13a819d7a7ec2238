import type { HistoryMode } from '../kernel/url-state.ts';

interface Paged {
  page?: number | undefined;
}

/** Filters without the page of a list if it's that of other filters. */
export function startAgain<Filters extends Paged>(before: Filters, after: Filters): Filters {
  const { page, ...others } = after;
  if (page !== before.page) return after;
  const isOther = (name: string) =>
    String(others[name as keyof typeof others]) !== String(before[name as keyof Filters]);
  return [...Object.keys(others), ...Object.keys(before)].some(
    (name) => name !== 'page' && isOther(name),
  )
    ? ({ ...others } as Filters)
    : after;
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
      search: startAgain(filters as Paged, search as Paged) as never,
      replace: mode === 'replace',
    });
  return { filters, onFilter };
}
