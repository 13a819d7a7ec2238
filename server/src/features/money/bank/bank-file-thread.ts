import { readInThread } from '../csv-table/public.ts';
import type { BankFile } from './bank-file.ts';
import type { FileRequest } from './bank-file.worker.ts';

/** Reads a bank file in a thread of its own. */
export const readBankFileInThread = (request: FileRequest, timeoutMs?: number) =>
  readInThread<BankFile>(new URL('./bank-file.worker.ts', import.meta.url), request, timeoutMs);
