import * as z from 'zod/mini';
import { choiceParam, param } from '../../../kernel/search-params.ts';

/** A month as 2026-06, or a quarter by its first month. */
export const taxesSearch = z.object({
  month: param(z.string().check(z.regex(/^20(19|[2-9]\d)-(0[1-9]|1[0-2])$/))),
  period: choiceParam(['month', 'quarter'], 'month'),
});
export type TaxesFilters = z.output<typeof taxesSearch>;
