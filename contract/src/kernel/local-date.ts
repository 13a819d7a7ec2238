import * as z from 'zod/mini';
import type { LocalDate } from './calendar.ts';
import { parseLocalDate } from './calendar.ts';

/** A calendar day as YYYY-MM-DD, up to the year 2999. Apart from the other fields, since the calendar is heavy. */
export const localDateText = z.string().check(
  z.refine(
    (text) => /^[12]/.test(text) && parseLocalDate(text) !== null,
    // What is asked of the whole form is not asked of a day that does not exist.
    { error: 'Must be a day as YYYY-MM-DD.', abort: true },
  ),
) as unknown as z.ZodMiniType<LocalDate, string>;
