import { csvMessages } from '@lotkeeper/contract/intake/visitors-csv';
import { longDeadlineMs } from '../../../kernel/budgets.ts';
import { ProgramProblem, runInProcess } from '../../../kernel/load/run-in-process.ts';
import type { SheetText } from './workbook.ts';
import type { SheetAnswer, SheetRequest } from './workbook.worker.ts';
import { WorkbookError } from './workbook-limits.ts';

/** What a workbook within the limits needs, and half of it. */
const maxHeapMegabytes = 512;

const url = new URL('./workbook.worker.ts', import.meta.url);

/**
 * Reads a sheet in a process of its own: the library reads it synchronously, for seconds. Callers take a turn for files,
 * which ends it when others wait.
 */
export async function readSheetInProcess(
  bytes: Buffer,
  sheet: string | null,
  maxMs = longDeadlineMs,
): Promise<SheetText> {
  const request: SheetRequest = { bytes, sheet };
  try {
    const limits = { maxMs, maxHeapMegabytes };
    const answer = await runInProcess<SheetAnswer>(url, request, limits);
    if ('problem' in answer) throw new WorkbookError(answer.problem);
    return answer;
  } catch (error) {
    if (!(error instanceof ProgramProblem)) throw error;
    const isDamaged = error.cause === 'end';
    throw new WorkbookError(isDamaged ? csvMessages.workbook : csvMessages.largeWorkbook);
  }
}
