import * as z from 'zod/mini';
import { choiceParam, numberParam } from '../../../kernel/search-params.ts';

/** How long a guest may stay; absent = as the kiosk is configured. */
export const kioskSearch = z.object({
  minutes: numberParam(1, 999_999),
  calendar: choiceParam(['true']),
});
export type KioskLength = z.output<typeof kioskSearch>;
