import { AsyncLocalStorage } from 'node:async_hooks';
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

const callSignals = new AsyncLocalStorage<AbortSignal>();

/** Aborted when the running call was answered without a result, such as at its deadline; undefined outside of calls. */
export const getCallSignal = (): AbortSignal | undefined => callSignals.getStore();

/** Runs the work of a call, which `getCallSignal` then knows. */
export const runAsCall = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  callSignals.run(signal, work);
