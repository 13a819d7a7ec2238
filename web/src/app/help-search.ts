import * as z from 'zod/mini';
import { pkParam, textParam } from '../kernel/search-params.ts';

/** What is searched for, and the organization from whose pages the person came. */
export const helpSearch = z.object({ organization: pkParam, search: textParam(100) });
