import { setTimeout as pause } from 'node:timers/promises';

/** Retries until the result is truthy and not empty; throws after the deadline. */
export async function eventually<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  deadlineMs = 5000,
  intervalMs = 10,
): Promise<NonNullable<T>> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > end) throw new Error(`Not within ${deadlineMs} ms: ${ask.toString()}`);
    await pause(intervalMs);
  }
}
