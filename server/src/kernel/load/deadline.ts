import { Refusal } from '../refusal.ts';

/** The result of `work`, or a 503 when there is none in time; what comes later is dropped. */
export function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Refusal('unavailable', 'This took too long. Try again in a moment.'));
    }, ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
