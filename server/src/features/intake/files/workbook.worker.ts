import { csvMessages } from '@lotkeeper/contract/intake/visitors-csv';
import { answerRequest } from '../../../kernel/load/run-in-process.ts';
import type { SheetText } from './workbook.ts';
import { readSheetText } from './workbook.ts';
import { WorkbookError } from './workbook-limits.ts';

/** The input of the program. */
export interface SheetRequest {
  bytes: Uint8Array;
  sheet: string | null;
}

/** The result: a sheet, or why it isn’t read. */
export type SheetAnswer = SheetText | { problem: string };

async function answer({ bytes, sheet }: SheetRequest): Promise<SheetAnswer> {
  try {
    return await readSheetText(Buffer.from(bytes), sheet);
  } catch (error) {
    // Any other problem with a person's file isn’t our error.
    return { problem: error instanceof WorkbookError ? error.message : csvMessages.workbook };
  }
}

answerRequest((request) => answer(request as SheetRequest));
