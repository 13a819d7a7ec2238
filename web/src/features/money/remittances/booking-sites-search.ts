import { bookingListNames, bookingSites } from '@lotkeeper/contract/money/booking-lists';
import * as z from 'zod/mini';
import { choiceParam, param } from '../../../kernel/search-params.ts';

/** A month as 2026-06, a booking site, and the list that is open. */
export const bookingSitesSearch = z.object({
  month: param(z.string().check(z.regex(/^20(19|[2-9]\d)-(0[1-9]|1[0-2])$/))),
  site: choiceParam(bookingSites),
  list: choiceParam(bookingListNames),
});
export type BookingSitesFilters = z.output<typeof bookingSitesSearch>;
