import * as z from 'zod/mini';
import type { LocalDate } from './calendar.ts';
import { isDayText } from './day-text.ts';

/** A calendar day as YYYY-MM-DD, up to the year 2999. */
export const localDateText = z.string().check(
  z.refine(
    (text) => /^[12]/.test(text) && isDayText(text),
    // Aborts, so that checks of the whole form don't run on a day that doesn't exist.
    { error: 'Must be a day as YYYY-MM-DD.', abort: true },
  ),
) as unknown as z.ZodMiniType<LocalDate, string>;
