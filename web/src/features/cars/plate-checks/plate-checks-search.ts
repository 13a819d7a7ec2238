import * as z from 'zod/mini';
import { textParam } from '../../../kernel/search-params.ts';

/** The property where plates are checked; absent = the first. */
export const plateChecksSearch = z.object({ spotPk: textParam() });
export type PlateChecksFilters = z.output<typeof plateChecksSearch>;
