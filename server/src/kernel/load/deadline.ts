import { Refusal } from '../refusal.ts';

/** The result of `work`, or a 503 if there is none in time; a later result is dropped. */
export function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Refusal('unavailable', 'This took too long. Try again in a moment.'));
    }, ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
