import * as z from 'zod/mini';
import { param, textParam } from '../../../kernel/search-params.ts';

/** A month as 2026-06, and a property. */
export const closeSearch = z.object({
  month: param(z.string().check(z.regex(/^20(19|[2-9]\d)-(0[1-9]|1[0-2])$/))),
  spotPk: textParam(),
});
export type CloseFilters = z.output<typeof closeSearch>;
