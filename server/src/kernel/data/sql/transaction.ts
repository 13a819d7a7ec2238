import type { Connection } from './connection.ts';
import type { Run, Sql, Statement } from './statement.ts';
import { makeTag } from './statement.ts';

/** The error of a statement that came too late, after an earlier one had failed. */
const abortedState = '25P02';

/** What the statements of a transaction see of others: what each finds committed, or all the same state. */
export type Isolation = 'read committed' | 'repeatable read';

/** Runs work in a transaction on a connection; commits only if none of its statements failed. */
export async function runTransaction<T>(
  connection: Connection,
  work: (tx: Sql) => Promise<T>,
  isolation: Isolation = 'read committed',
): Promise<T> {
  let isOver = false;
  let firstError: unknown;
  const run: Run = async (statement) => {
    if (isOver) throw new Error('This transaction is over. A statement of it was not awaited.');
    if (firstError) throw firstError;
    try {
      return await connection.run(statement);
    } catch (error) {
      firstError ??= error;
      throw error;
    }
  };
  // Sent in the same packet as the first statements; its answer comes before theirs.
  const beginStatement = (
    isolation === 'repeatable read'
      ? connection.sql`begin isolation level repeatable read`
      : connection.sql`begin`
  ).execute();
  beginStatement.catch((error: unknown) => {
    firstError ??= error;
  });
  let result: T;
  try {
    result = await work(makeTag(run));
    await beginStatement;
    if (firstError) throw firstError;
  } catch (error) {
    isOver = true;
    await connection.sql`rollback`.catch((lost: unknown) => {
      firstError ??= lost;
    });
    throw (error as { code?: unknown } | undefined)?.code === abortedState ? firstError : error;
  }
  isOver = true;
  await connection.sql`commit`;
  // Of a statement that nobody waited for: PostgreSQL answered the commit with a rollback.
  if (firstError) throw firstError;
  return result;
}

/**
 * Sends a statement of a transaction without waiting for its answer, so that what follows leaves in the same packet. If
 * it fails, the transaction does.
 */
export function sendAhead(statement: Statement<unknown>): void {
  // What can't be built throws here, not in an answer that nobody waits for.
  statement.build(false);
  statement.execute().catch(() => undefined);
}
