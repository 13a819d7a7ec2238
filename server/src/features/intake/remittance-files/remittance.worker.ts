import { bankMessages } from '@lotkeeper/contract/money/bank';
import type { RemittanceReading } from '@lotkeeper/contract/money/remittances';
import { answerRequest } from '../../../kernel/load/run-in-process.ts';
import { UnreadableFile } from '../files/public.ts';
import type { RemittanceFile } from './read-remittance.ts';
import { readRemittance } from './read-remittance.ts';

/** The input of the program. `saved` has the choices of columns by the hash of their names. */
export interface RemittanceRequest {
  bytes: Uint8Array;
  reading: RemittanceReading;
  saved: Record<string, RemittanceReading>;
}

async function answer({
  bytes,
  reading,
  saved,
}: RemittanceRequest): Promise<RemittanceFile | { problem: string }> {
  const find = (hash: string) => (Object.hasOwn(saved, hash) ? (saved[hash] ?? null) : null);
  try {
    return await readRemittance(Buffer.from(bytes), reading, find);
  } catch (error) {
    // Any other problem with a person's file isn't our error.
    return { problem: error instanceof UnreadableFile ? error.message : bankMessages.unreadable };
  }
}

answerRequest((request) => answer(request as RemittanceRequest));
