import { Refusal } from './refusal.ts';

/** The result of `work`, or a 503 when there is none in time; what comes later is dropped. */
export async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Refusal('unavailable', 'This took too long. Try again in a moment.'));
  }, ms);
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
    // Nobody waits any longer for a failure that comes late.
    work.catch(() => undefined);
  }
}
