import type { SearchPage, SearchPurpose } from '@lotkeeper/contract/kernel/searches';
import { searchPages, searchPurposes } from '@lotkeeper/contract/kernel/searches';
import type { PlateSearch } from '@lotkeeper/contract/trust/plate-searches';
import { formatInstant } from '../../../kernel/format.ts';

/** When a search was made, and until when it was repeated, if that is another minute. */
export function describeTime(
  { searched_at, last_searched_at }: Pick<PlateSearch, 'searched_at' | 'last_searched_at'>,
  zone: string,
): string {
  const [first, last] = [searched_at, last_searched_at].map((at) => formatInstant(at / 1000, zone));
  return first === last ? `${first}` : `${first}, again until ${last}`;
}

/** The page of a search; an unknown one shows the server's name. */
export const describePage = (page: string) => searchPages[page as SearchPage] ?? page;

export function describePurpose({ purpose, note }: Pick<PlateSearch, 'purpose' | 'note'>): string {
  if (purpose === null) return '–';
  return note ?? searchPurposes[purpose as SearchPurpose] ?? purpose;
}
