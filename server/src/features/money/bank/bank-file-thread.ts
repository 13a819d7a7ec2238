import { Worker } from 'node:worker_threads';
import { bankMessages } from '@lotkeeper/contract/money/bank';
import type { BankFile } from './bank-file.ts';
import { BankFileError } from './bank-file.ts';
import type { FileAnswer, FileRequest } from './bank-file.worker.ts';

/** Ten times what a file within the limits takes. */
const maxMs = 20_000;
/** Several times what a file within the limits needs. */
const maxHeapMegabytes = 512;

const isOutOfMemory = (error: NodeJS.ErrnoException) => error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Reads a bank file in a thread of its own. The libraries are others' code and read synchronously: a file that takes
 * too much memory or time ends the thread instead of the server.
 */
export async function readInThread(request: FileRequest, timeoutMs = maxMs): Promise<BankFile> {
  const worker = new Worker(new URL('./bank-file.worker.ts', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  });
  try {
    const answer = await new Promise<FileAnswer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new BankFileError(bankMessages.unreadable)));
      const tooLong = new BankFileError(bankMessages.tooLong);
      AbortSignal.timeout(timeoutMs).addEventListener('abort', () => reject(tooLong));
    });
    if ('problem' in answer) throw new BankFileError(answer.problem);
    return answer;
  } catch (error) {
    if (error instanceof Error && isOutOfMemory(error))
      throw new BankFileError(bankMessages.tooLong);
    throw error;
  } finally {
    await worker.terminate();
  }
}
