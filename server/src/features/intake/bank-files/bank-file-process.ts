import { readInProcess } from '../files/public.ts';
import type { BankFile } from './bank-file.ts';
import type { FileRequest } from './bank-file.worker.ts';

/** Reads a bank file in a thread of its own. */
export const readBankFileInProcess = (request: FileRequest, timeoutMs?: number) =>
  readInProcess<BankFile>(new URL('./bank-file.worker.ts', import.meta.url), request, timeoutMs);
