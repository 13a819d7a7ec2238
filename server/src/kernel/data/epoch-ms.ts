import type { Fragment, Sql } from './sql/statement.ts';

/**
 * A time as milliseconds since 1970: within JSON and unions the driver doesn't convert it to an
 * instant. The expression is immutable, unlike extract(epoch …) of a timestamptz, so distributed
 * PostgreSQL accepts it in a RETURNING clause.
 */
export const toEpochMs = (sql: Sql, time: Fragment): Fragment =>
  sql`(extract(epoch from (${time}) - timestamptz 'epoch') * 1000)::bigint`;
