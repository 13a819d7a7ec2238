import { Worker } from 'node:worker_threads';
import { csvMessages } from '@lotkeeper/contract/operations/visitors-csv';
import type { SheetText } from './workbook.ts';
import { WorkbookError } from './workbook-limits.ts';
import type { SheetAnswer, SheetRequest } from './workbook.worker.ts';

/** Longer than any workbook within the limits takes. Others wait for their turn meanwhile. */
const maxMs = 60_000;
/** Twice what a workbook within the limits needs. */
const maxHeapMegabytes = 768;

const isOutOfMemory = (error: NodeJS.ErrnoException) => error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Reads a sheet in a thread of its own: the library reads it synchronously, for seconds, and a workbook that takes too
 * much memory or time then ends the thread instead of the server.
 */
export async function readSheetInThread(
  bytes: Buffer,
  sheet: string | null,
  timeoutMs = maxMs,
): Promise<SheetText> {
  const workerData: SheetRequest = { bytes, sheet };
  const worker = new Worker(new URL('./workbook.worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  });
  try {
    const answer = await new Promise<SheetAnswer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new WorkbookError(csvMessages.workbook)));
      const tooLong = new WorkbookError(csvMessages.largeWorkbook);
      AbortSignal.timeout(timeoutMs).addEventListener('abort', () => reject(tooLong));
    });
    if ('problem' in answer) throw new WorkbookError(answer.problem);
    return answer;
  } catch (error) {
    if (error instanceof Error && isOutOfMemory(error)) {
      throw new WorkbookError(csvMessages.largeWorkbook);
    }
    throw error;
  } finally {
    await worker.terminate();
  }
}
