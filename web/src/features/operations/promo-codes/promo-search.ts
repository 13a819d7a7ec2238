import * as z from 'zod/mini';
import {
  choiceParam,
  monthParam,
  numberParam,
  pageParam,
  textParam,
} from '../../../kernel/search-params.ts';

/** Absent = this month, usable codes, the first page. */
export const promoSearch = z.object({
  monthYear: monthParam,
  showUsableCodes: choiceParam(['false']),
  page: pageParam,
});
export type PromoFilters = z.output<typeof promoSearch>;

/** Which uses to list; absent = all months, the first page. */
export const promoUsesSearch = z.object({
  code: textParam(),
  /** The pk of one code with that name; absent = all codes that ever had it. */
  promo: numberParam(0, 999_999_999_999_999),
  monthYear: monthParam,
  page: pageParam,
});
export type UsesFilters = z.output<typeof promoUsesSearch>;
