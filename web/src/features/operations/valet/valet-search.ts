import { valetStatuses } from '@lotkeeper/contract/people/filter-words';
import * as z from 'zod/mini';
import { choiceParam, numberParam, pageParam, textParam } from '../../../kernel/search-params.ts';

/** Absent = every session of the first property, from the first page. */
export const valetSearch = z.object({
  /** The property's pk. */
  spot: numberParam(1, 999_999_999),
  status: choiceParam(valetStatuses),
  search: textParam(60),
  page: pageParam,
});
export type ValetFilters = z.output<typeof valetSearch>;
