import { csvMessages } from '@lotkeeper/contract/operations/visitors-csv';
import { ProgramProblem, runInProcess } from '../../../kernel/load/run-in-process.ts';
import { makeTurns } from '../../../kernel/load/turns.ts';
import type { SheetText } from './workbook.ts';
import type { SheetAnswer, SheetRequest } from './workbook.worker.ts';
import { WorkbookError } from './workbook-limits.ts';

/** Longer than any workbook within the limits takes. Others wait for their turn meanwhile. */
const defaultMaxMs = 60_000;
/** Twice what a workbook within the limits needs. */
const maxHeapMegabytes = 768;

const url = new URL('./workbook.worker.ts', import.meta.url);

/** One workbook of a process at a time, whichever call reads it, since each takes memory. */
const inTurn = makeTurns(1);

/** Reads a sheet in a process of its own: the library reads it synchronously, for seconds. */
export async function readSheetInProcess(
  bytes: Buffer,
  sheet: string | null,
  maxMs = defaultMaxMs,
): Promise<SheetText> {
  const request: SheetRequest = { bytes, sheet };
  try {
    const limits = { maxMs, maxHeapMegabytes };
    const answer = await inTurn(() => runInProcess<SheetAnswer>(url, request, limits));
    if ('problem' in answer) throw new WorkbookError(answer.problem);
    return answer;
  } catch (error) {
    if (!(error instanceof ProgramProblem)) throw error;
    const isDamaged = error.cause === 'end';
    throw new WorkbookError(isDamaged ? csvMessages.workbook : csvMessages.largeWorkbook);
  }
}
