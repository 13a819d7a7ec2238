import type { Clock } from '../../../kernel/clock.ts';

/** How long one job works before it yields to others; a shutdown waits no longer than that. */
export const sliceMs = 3000;

/** Whether a worker keeps an import after some rows, or releases it for the next job. */
export type NextStep = 'go on' | 'let go';

/**
 * Works on the rows of an import until they're done, time is up, or another worker has taken over; returns whether
 * they're done. `keep` records some, calls `onSent` when they are on their way to the database, and returns false when
 * another worker has taken over.
 */
export async function workInSlices<Rows>(
  clock: Clock,
  batches: AsyncIterable<Rows>,
  keep: (rows: Rows, next: NextStep, onSent: () => void) => Promise<boolean>,
): Promise<boolean> {
  const until = clock() + sliceMs;
  let keeping: Promise<boolean> | undefined;
  // The next rows are read while the database writes the previous ones.
  for await (const rows of batches) {
    if ((await keeping) === false) return false;
    // Some rows are recorded in any case, so that the work ends however slow it is.
    const isLate = keeping !== undefined && clock() >= until;
    const sending = Promise.withResolvers<void>();
    keeping = keep(rows, isLate ? 'let go' : 'go on', sending.resolve);
    // A failure is reported where it's awaited.
    keeping.catch(() => undefined).finally(sending.resolve);
    // Reading would delay every statement before that.
    await sending.promise;
    if (!isLate) continue;
    await keeping;
    return false;
  }
  return (await keeping) !== false;
}
