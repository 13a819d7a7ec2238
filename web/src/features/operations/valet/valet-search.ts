import { valetStatuses } from '@lotkeeper/contract/people/filter-words';
import * as z from 'zod/mini';
import { choiceParam, numberParam, pageParam, textParam } from '../../../kernel/search-params.ts';

/** Absent = every session of the first lot, from the first page. */
export const valetSearch = z.object({
  /** The pk of the lot. */
  spot: numberParam(1, 999_999_999),
  status: choiceParam(valetStatuses),
  search: textParam(60),
  page: pageParam,
});
export type ValetFilters = z.output<typeof valetSearch>;
