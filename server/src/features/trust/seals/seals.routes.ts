import { listSealKeys } from '@lotkeeper/contract/trust/seals';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { listKeys } from './seals.queries.ts';

/** What third parties need to verify a proof. */
export function sealsRoutes(serve: Serve, { sql }: { sql: SqlPool }): void {
  serve(listSealKeys, async () => listKeys(sql));
}
