import type { ValetStatus } from '@lotkeeper/contract/filter-words';
import { valetStatuses } from '@lotkeeper/contract/filter-words';

/** What is in the address; absent = every session of the first lot, from the first page. */
export interface ValetFilters {
  /** The pk of the lot. */
  spot?: number | undefined;
  status?: ValetStatus | undefined;
  search?: string | undefined;
  page?: number | undefined;
}

/** The filters that an address names; nonsense isn’t one. */
export const filtersIn = (search: Record<string, unknown>): ValetFilters => {
  const status = valetStatuses.find((status) => status === search.status);
  const query = typeof search.search === 'string' ? search.search.trim().slice(0, 60) : '';
  const page = numberIn(search.page) ?? 1;
  return {
    spot: numberIn(search.spot),
    status,
    search: query || undefined,
    page: page > 1 ? page : undefined,
  };
};

const numberIn = (text: unknown) =>
  /^[1-9]\d{0,8}$/.test(String(text)) ? Number(text) : undefined;
