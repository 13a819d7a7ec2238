import { parentPort, workerData } from 'node:worker_threads';
import { csvMessages } from '@lotkeeper/contract/operations/visitors-csv';
import type { SheetText } from './workbook.ts';
import { readSheetText, WorkbookError } from './workbook.ts';

/** What the thread is started with. */
export interface SheetRequest {
  bytes: Uint8Array;
  sheet: string | null;
}

/** What it answers: a sheet, or why it isn’t read. */
export type SheetAnswer = SheetText | { problem: string };

async function answer({ bytes, sheet }: SheetRequest): Promise<SheetAnswer> {
  try {
    return await readSheetText(Buffer.from(bytes), sheet);
  } catch (error) {
    // Whatever else is wrong with a file of somebody isn’t a fault of ours.
    return { problem: error instanceof WorkbookError ? error.message : csvMessages.workbook };
  }
}

const transferred: [] = [];
parentPort?.postMessage(await answer(workerData as SheetRequest), transferred);
