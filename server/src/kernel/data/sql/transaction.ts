import type { Connection } from './connection.ts';
import type { Run, Sql, Statement } from './statement.ts';
import { makeTag } from './statement.ts';

/** The error of a statement that came too late, after an earlier one had failed. */
const abortedState = '25P02';

/**
 * Runs work in a transaction on a connection; commits only if none of its statements failed. The work's first statement
 * waits for the start of the transaction, unless `open` begins it: a statement without which the work can't change
 * anything, should the start fail alone. Then all are sent in one round trip.
 */
export async function runTransaction<T>(
  connection: Connection,
  work: (tx: Sql) => Promise<T>,
  open?: (tx: Sql) => Statement<object[]>,
): Promise<T> {
  let isOver = false;
  let firstError: unknown;
  const run: Run = async (statement) => {
    if (isOver) throw new Error('This transaction is over. A statement of it was not awaited.');
    try {
      return await connection.run(statement);
    } catch (error) {
      firstError ??= error;
      throw error;
    }
  };
  const opening = Promise.all(
    connection.sendTogether(() => [
      connection.sql`begin`.execute(),
      ...(open ? [open(connection.sql).execute()] : []),
    ]),
  );
  if (!open) await opening;
  let result: T;
  try {
    const [done, opened] = await Promise.allSettled([work(makeTag(run)), opening]);
    if (opened.status === 'rejected') throw opened.reason;
    if (done.status === 'rejected') throw done.reason;
    if (firstError) throw firstError;
    result = done.value;
  } catch (error) {
    isOver = true;
    await connection.sql`rollback`.catch((lost: unknown) => {
      firstError ??= lost;
    });
    throw (error as { code?: unknown } | undefined)?.code === abortedState ? firstError : error;
  }
  isOver = true;
  await connection.sql`commit`;
  return result;
}
