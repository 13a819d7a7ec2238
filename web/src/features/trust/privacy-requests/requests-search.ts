import * as z from 'zod/mini';
import { numberParam, pageParam } from '../../../kernel/search-params.ts';

/** The open request's pk; its subject is never in a URL. */
export const requestsSearch = z.object({
  page: pageParam,
  request: numberParam(1, 999_999_999_999_999),
});
export type RequestFilters = z.output<typeof requestsSearch>;
