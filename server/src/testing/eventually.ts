import { setTimeout as pause } from 'node:timers/promises';

/** Asks again until there is an answer; an Error after the deadline. */
export async function eventually<T>(
  ask: () => T | undefined | false | null | Promise<T | undefined | false | null>,
  deadlineMs = 5000,
): Promise<T> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false && answer !== null) return answer;
    if (performance.now() > end) throw new Error(`Not within ${deadlineMs} ms: ${ask.toString()}`);
    await pause(10);
  }
}
