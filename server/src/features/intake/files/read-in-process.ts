import { bankMessages } from '@lotkeeper/contract/money/bank';
import { longDeadlineMs } from '../../../kernel/budgets.ts';
import { ProgramProblem, runInProcess } from '../../../kernel/load/run-in-process.ts';
import { UnreadableFile } from './file-text.ts';

/** Several times what a file within the limits needs. */
const maxHeapMegabytes = 512;

/**
 * Reads a file in a process of its own, which posts what it read or its problem. Reading is synchronous, partly by
 * libraries of others. Callers take a turn for files, which ends it when others wait.
 */
export async function readInProcess<File extends object>(
  worker: URL,
  request: object,
  maxMs = longDeadlineMs,
): Promise<File> {
  try {
    const limits = { maxMs, maxHeapMegabytes };
    const answer = await runInProcess<File | { problem: string }>(worker, request, limits);
    if ('problem' in answer) throw new UnreadableFile(answer.problem);
    return answer;
  } catch (error) {
    if (!(error instanceof ProgramProblem)) throw error;
    const isDamaged = error.cause === 'end';
    throw new UnreadableFile(isDamaged ? bankMessages.unreadable : bankMessages.tooLong);
  }
}
