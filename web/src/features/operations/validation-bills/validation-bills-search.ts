import * as z from 'zod/mini';
import { param } from '../../../kernel/search-params.ts';

/** A month as 2026-06, and whose visits are open: sponsor-12, code-3, or unknown. */
export const validationBillsSearch = z.object({
  month: param(z.string().check(z.regex(/^20(19|[2-9]\d)-(0[1-9]|1[0-2])$/))),
  visits: param(z.string().check(z.regex(/^((sponsor|code)-[1-9]\d{0,14}|unknown)$/))),
});
export type ValidationBillsFilters = z.output<typeof validationBillsSearch>;
