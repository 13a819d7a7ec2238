import { bankMessages } from '@lotkeeper/contract/money/bank';
import { decodeAll, knownEncoding } from './csv-text.ts';

/** Why a file isn't read at all, as a message. */
export class UnreadableFile extends Error {}

const beginsWith = (bytes: Buffer, text: string) =>
  bytes.toString('latin1', 0, text.length) === text;

interface Words {
  pdf: string;
  binary: string;
}

/** Why bytes can't be a table or a statement; null if they may be. */
function findProblem(bytes: Buffer, maxBytes: number, words: Words): string | null {
  if (bytes.length === 0) return bankMessages.empty;
  if (bytes.length > maxBytes) return bankMessages.tooLarge;
  if (beginsWith(bytes, '%PDF')) return words.pdf;
  if (beginsWith(bytes, '\u00d0\u00cf\u0011\u00e0')) return bankMessages.excel;
  if (beginsWith(bytes, 'PK')) {
    return bytes.subarray(0, 4096).includes('xl/') || bytes.includes('[Content_Types].xml')
      ? bankMessages.excel
      : bankMessages.zip;
  }
  const isText = knownEncoding(bytes) !== null || !bytes.subarray(0, 4096).includes(0);
  return isText ? null : words.binary;
}

/** Text in UTF-16 or UTF-8, by its bytes, or else what banks and Windows use. Refuses what isn't text. */
export function readText(bytes: Buffer, maxBytes: number, words: Words): string {
  const problem = findProblem(bytes, maxBytes, words);
  if (problem !== null) throw new UnreadableFile(problem);
  const encoding = knownEncoding(bytes);
  const text =
    (encoding && decodeAll(bytes, encoding)) ??
    decodeAll(bytes, 'utf-8') ??
    decodeAll(bytes, 'windows-1252') ??
    bytes.toString('latin1');
  return text.replace(/^\ufeff/, '');
}
