import type { BankReading } from '@lotkeeper/contract/money/bank';
import { bankMessages } from '@lotkeeper/contract/money/bank';
import { answerRequest } from '../../../kernel/load/run-in-process.ts';
import { UnreadableFile } from '../files/public.ts';
import type { BankFile } from './bank-file.ts';
import { readBankFile } from './read-bank-file.ts';

/** The input of the program. `saved` has the choices of columns by the hash of their names. */
export interface FileRequest {
  bytes: Uint8Array;
  reading: BankReading;
  saved: Record<string, BankReading>;
}

/** The result: a file as read, or why it isn’t. */
export type FileAnswer = BankFile | { problem: string };

async function answer({ bytes, reading, saved }: FileRequest): Promise<FileAnswer> {
  const find = (hash: string) => (Object.hasOwn(saved, hash) ? (saved[hash] ?? null) : null);
  try {
    return await readBankFile(Buffer.from(bytes), reading, find);
  } catch (error) {
    // Any other problem with a person's file isn't our error.
    return { problem: error instanceof UnreadableFile ? error.message : bankMessages.unreadable };
  }
}

answerRequest((request) => answer(request as FileRequest));
