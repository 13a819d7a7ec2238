/** Search parameters as plain text: the router's own parser would turn `?q=123` into a number. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Formats search parameters, lists with commas, and leaves out absent ones. */
export function stringifySearch(
  search: Record<string, string | number | boolean | readonly string[] | null | undefined>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}

/** Whether Back undoes a change of the URL: typing and corrections replace the history entry. */
export type HistoryMode = 'push' | 'replace';

/** The props of a component that shows and changes the URL's filters. */
export interface FilterProps<Filters> {
  filters: Filters;
  onFilter: (filters: Filters, mode?: HistoryMode) => void;
}
