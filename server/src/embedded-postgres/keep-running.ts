import type { ChildProcess } from 'node:child_process';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { pauseAfter } from '../kernel/data/retry.ts';
import { ended, type Notes } from './postmaster.ts';

type Deps = {
  /** Restarts PostgreSQL at the same URL, so that every pool finds it there; an abort ends it. */
  start: (signal: AbortSignal) => Promise<ChildProcess>;
  stop: (child: ChildProcess) => Promise<void>;
  notes: Notes;
  log: string;
};

const steadyMs = minuteMs;

/** Restarts PostgreSQL, with a growing pause, whenever it exits unexpectedly. */
export function keepRunning(first: ChildProcess, { start, stop, notes, log }: Deps) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let child = first;
  let failures = 0;
  let startedAt = performance.now();
  let restarting = Promise.resolve();

  const restart = async () => {
    notes.error(`PostgreSQL ended unexpectedly and is restarting; its log is ${log}.`);
    if (performance.now() - startedAt > steadyMs) failures = 0;
    let lastMessage = '';
    while (!signal.aborted) {
      await pauseAfter(failures++, signal);
      try {
        child = await start(signal);
        startedAt = performance.now();
        notes.info('PostgreSQL is running again.');
        return watch();
      } catch (error) {
        const { message } = error as Error;
        if (!signal.aborted && message !== lastMessage) notes.error(message);
        lastMessage = message;
      }
    }
  };

  // Handles an unexpected exit; an error thrown by an abort only ends the wait.
  const onExit = () => {
    restarting = restart().catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  };
  const watch = () => {
    child.unref();
    if (ended(child)) onExit();
    else child.once('exit', onExit);
  };
  // If this process exits without `stop`, it takes PostgreSQL with it. It can't wait for a recovery here, and an
  // immediate stop, which is always safe, is the one that never hangs.
  const leave = () => void child.kill('SIGQUIT');
  process.once('exit', leave);
  watch();

  return async () => {
    process.off('exit', leave);
    child.off('exit', onExit);
    stopping.abort();
    await restarting;
    child.off('exit', onExit);
    await stop(child);
  };
}
