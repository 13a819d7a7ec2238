/** Search parameters as plain text: the router's own codec would turn `?q=123` into a number. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Writes search parameters, leaving out what is absent. */
export function stringifySearch(
  search: Record<string, string | number | boolean | null | undefined>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}

/** A search parameter as text, cut to what a filter can mean; absent where it is blank. */
export function readText<const Name extends string>(
  search: Record<string, unknown>,
  name: Name,
  maxLength = 20,
): { [Key in Name]?: string } {
  const value = search[name];
  const text = typeof value === 'string' ? value.trim().slice(0, maxLength) : '';
  return (text ? { [name]: text } : {}) as { [Key in Name]?: string };
}

/** Whether Back undoes a change of the URL: typing and corrections replace the history entry. */
export type HistoryMode = 'push' | 'replace';
