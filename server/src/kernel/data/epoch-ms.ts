import type { Fragment, Sql } from './database.ts';

/** A time as milliseconds since 1970: within JSON and unions the driver makes no instant of it. */
export const toEpochMs = (sql: Sql, time: Fragment): Fragment =>
  sql`(extract(epoch from ${time}) * 1000)::bigint`;
