import { Worker } from 'node:worker_threads';
import { bankMessages } from '@lotkeeper/contract/money/bank';
import { UnreadableFile } from './file-text.ts';

/** Ten times what a file within the limits takes. */
const maxMs = 20_000;
/** Several times what a file within the limits needs. */
const maxHeapMegabytes = 512;

const isOutOfMemory = (error: NodeJS.ErrnoException) => error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Reads a file in a thread of its own, which posts what it read or its problem. Reading is synchronous, partly by
 * libraries of others: a file that takes too much memory or time ends the thread instead of the server.
 */
export async function readInThread<File extends object>(
  worker: URL,
  request: object,
  timeoutMs = maxMs,
): Promise<File> {
  const thread = new Worker(worker, {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  });
  try {
    const answer = await new Promise<File | { problem: string }>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', () => reject(new UnreadableFile(bankMessages.unreadable)));
      const tooLong = new UnreadableFile(bankMessages.tooLong);
      AbortSignal.timeout(timeoutMs).addEventListener('abort', () => reject(tooLong));
    });
    if ('problem' in answer) throw new UnreadableFile(answer.problem);
    return answer;
  } catch (error) {
    if (error instanceof Error && isOutOfMemory(error))
      throw new UnreadableFile(bankMessages.tooLong);
    throw error;
  } finally {
    await thread.terminate();
  }
}
