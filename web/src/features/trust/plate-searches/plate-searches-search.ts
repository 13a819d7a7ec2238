import * as z from 'zod/mini';
import { pkParam, textParam } from '../../../kernel/search-params.ts';

/** Absent = everyone, with all their searches. */
export const plateSearchesSearch = z.object({ person: pkParam, search: textParam(40) });
export type SearchFilters = z.output<typeof plateSearchesSearch>;
