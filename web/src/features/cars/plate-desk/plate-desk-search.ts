import * as z from 'zod/mini';
import { textParam } from '../../../kernel/search-params.ts';

/** The property whose visits are looked at; absent = of all properties. */
export const plateDeskSearch = z.object({ spotPk: textParam() });
export type PlateDeskFilters = z.output<typeof plateDeskSearch>;
