import { setTimeout as pause } from 'node:timers/promises';

/** Retries until the result is truthy and not empty. The deadline only ends what hangs; it measures nothing. */
export async function eventually<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  deadlineMs = 60_000,
  intervalMs = 10,
): Promise<NonNullable<T>> {
  const late = AbortSignal.timeout(deadlineMs);
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (late.aborted) throw new Error(`Not within ${deadlineMs} ms: ${ask.toString()}`);
    await pause(intervalMs);
  }
}
