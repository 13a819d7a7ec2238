import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { SqlPool } from '../../../kernel/data/database.ts';

interface KeyRow {
  fingerprint: string;
  public_key: string;
  first_used_at: Instant;
}

/** The public keys that seals were signed with, newest first. */
export const listKeys = async (sql: SqlPool): Promise<KeyRow[]> =>
  sql<KeyRow[]>`
    select fingerprint, encode(public_key, 'hex') as public_key, first_used_at
    from seal_keys order by first_used_at desc, fingerprint`;
