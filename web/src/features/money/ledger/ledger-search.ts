import * as z from 'zod/mini';
import { textParam } from '../../../kernel/search-params.ts';
import { rangeSearch } from '../../../shared/range-search.ts';

/** The query as text; the page interprets it. */
export const ledgerSearch = z.object({
  ...rangeSearch.shape,
  measure: textParam(),
  group: textParam(),
  type: textParam(),
  source: textParam(100),
  code: textParam(),
  weekday: textParam(),
  hour: textParam(),
  order: textParam(),
  search: textParam(200),
});
export type LedgerFilters = z.output<typeof ledgerSearch>;
