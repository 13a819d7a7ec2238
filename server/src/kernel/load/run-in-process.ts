import { fork } from 'node:child_process';
import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { getCallSignal } from './deadline.ts';

/** Why a program has no answer: it took too much time, or it ended, as it does when it takes too much memory. */
export class ProgramProblem extends Error {
  override readonly cause: 'time' | 'memory' | 'end';

  constructor(cause: ProgramProblem['cause']) {
    super(`A program has no answer: ${cause}.`);
    this.cause = cause;
  }
}

interface ProgramLimits {
  maxMs: number;
  /** The objects and strings of the program; buffers aren't counted. */
  maxHeapMegabytes: number;
}

/** It reads files of strangers, so it gets none of the server's secrets. With compiled code it starts in half the time. */
function getEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
}

/**
 * Runs a program of ours that answers one request, in a process of its own. V8 aborts the process whose heap is full,
 * also when the heap is that of a thread; so it must be one that nobody else needs, and all its memory is free again
 * when it ends. It ends too when the call that waits for it was answered without it.
 */
export async function runInProcess<Answer>(
  url: URL,
  request: object,
  { maxMs, maxHeapMegabytes }: ProgramLimits,
): Promise<Answer> {
  const call = getCallSignal();
  call?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const program = fork(fileURLToPath(url), {
    execArgv: [`--max-old-space-size=${maxHeapMegabytes}`],
    env: getEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const endCall = () => reject(call?.reason);
  const timer = setTimeout(() => reject(new ProgramProblem('time')), maxMs);
  program.once('message', (answer) => resolve(answer as Answer));
  program.once('error', reject);
  program.once('exit', (_code, signal) =>
    reject(new ProgramProblem(signal === null ? 'end' : 'memory')),
  );
  call?.addEventListener('abort', endCall);
  try {
    program.send(request, (error) => {
      if (error) reject(new ProgramProblem('end'));
    });
    return await promise;
  } finally {
    clearTimeout(timer);
    call?.removeEventListener('abort', endCall);
    program.kill('SIGKILL');
  }
}

/** Answers the one request of a program that `runInProcess` runs. */
export function answerRequest(answer: (request: unknown) => Promise<object>): void {
  // Now, since the program is killed once it has answered.
  flushCompileCache();
  process.once('message', (request) => {
    void answer(request).then((result) => process.send?.(result));
  });
}
