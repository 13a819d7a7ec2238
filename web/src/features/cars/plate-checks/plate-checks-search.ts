import * as z from 'zod/mini';
import { textParam } from '../../../kernel/search-params.ts';

/** The property where plates are checked, absent = the first; and a plate to begin with. */
export const plateChecksSearch = z.object({ spotPk: textParam(), plate: textParam(28) });
export type PlateChecksFilters = z.output<typeof plateChecksSearch>;
