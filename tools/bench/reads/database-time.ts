import type { Statement } from '../app.ts';
import { inlined } from '../load/pgbench.ts';
import { computeMedian } from '../median.ts';
import type { Connection } from '../place.ts';

/** Statements that only open and close the transaction. */
const framing = /^(begin|commit|select set_config)/i;
/** Counts a limit on the owner's connection, which the pages' role, used for the measurement, may not. */
const limitCount = /^\s*insert into limits /i;

/** Milliseconds that PostgreSQL needs for a request's statements with a warm cache, by its own clock. */
async function measureTime(sql: Connection, statements: readonly Statement[]): Promise<number> {
  let total = 0;
  for (const statement of statements) {
    if (limitCount.test(statement.text)) continue;
    if (framing.test(statement.text)) await sql.unsafe(inlined(statement));
    else {
      const [row] = await sql.unsafe<{ 'QUERY PLAN': { 'Execution Time': number }[] }[]>(
        `explain (analyze, timing off, format json) ${inlined(statement)}`,
      );
      total += row?.['QUERY PLAN'][0]?.['Execution Time'] ?? 0;
    }
  }
  return total;
}

/** The median over requests, each measured on its second run. */
export async function databaseTime(
  sql: Connection,
  requests: readonly (readonly Statement[])[],
): Promise<number> {
  const times: number[] = [];
  for (const statements of requests) {
    await measureTime(sql, statements);
    for (let turn = 0; turn < 3; turn++) times.push(await measureTime(sql, statements));
  }
  return computeMedian(times);
}
