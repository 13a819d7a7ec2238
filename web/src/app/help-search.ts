import * as z from 'zod/mini';
import { pkParam, textParam } from '../kernel/search-params.ts';

/** The search text, and the organization that the person came from. */
export const helpSearch = z.object({ organization: pkParam, search: textParam(100) });
