import type { BankReading } from '@lotkeeper/contract/money/bank';
import { bankMessages, maxBankFileBytes } from '@lotkeeper/contract/money/bank';
import { decodeAll, knownEncoding } from '../../operations/visitors-csv/public.ts';
import type { BankFile } from './bank-file.ts';
import { BankFileError } from './bank-file.ts';
import { readCamt } from './read-camt.ts';
import { readCsv } from './read-csv.ts';
import { readMt940 } from './read-mt940.ts';
import { readOfx } from './read-ofx.ts';

/** Characters at the beginning that show a format. */
const headLength = 8192;

const beginsWith = (bytes: Buffer, text: string) =>
  bytes.toString('latin1', 0, text.length) === text;

/** Why bytes can't be a statement; null if they may be. */
function findProblem(bytes: Buffer): string | null {
  if (bytes.length === 0) return bankMessages.empty;
  if (bytes.length > maxBankFileBytes) return bankMessages.tooLarge;
  if (beginsWith(bytes, '%PDF')) return bankMessages.pdf;
  if (beginsWith(bytes, '\u00d0\u00cf\u0011\u00e0')) return bankMessages.excel;
  if (beginsWith(bytes, 'PK')) {
    return bytes.subarray(0, 4096).includes('xl/') || bytes.includes('[Content_Types].xml')
      ? bankMessages.excel
      : bankMessages.zip;
  }
  const isText = knownEncoding(bytes) !== null || !bytes.subarray(0, 4096).includes(0);
  return isText ? null : bankMessages.binary;
}

/** UTF-16 or UTF-8, by its bytes, or else what banks and Windows use. */
function decode(bytes: Buffer): string {
  const encoding = knownEncoding(bytes);
  const text =
    (encoding && decodeAll(bytes, encoding)) ??
    decodeAll(bytes, 'utf-8') ??
    decodeAll(bytes, 'windows-1252') ??
    bytes.toString('latin1');
  return text.replace(/^\ufeff/, '');
}

/** Reads a statement of any format that its content shows, whatever its name is. */
export async function readBankFile(
  bytes: Buffer,
  reading: BankReading,
  saved: (hash: string) => BankReading | null,
): Promise<BankFile> {
  const problem = findProblem(bytes);
  if (problem !== null) throw new BankFileError(problem);
  const text = decode(bytes);
  const head = text.slice(0, headLength);
  const file = await readFormat(text, head, { reading, saved });
  if (file.lines.length === 0 && file.problems.length === 0 && !file.csv?.questions.length) {
    throw new BankFileError(bankMessages.noLines);
  }
  return file;
}

async function readFormat(
  text: string,
  head: string,
  csv: { reading: BankReading; saved: (hash: string) => BankReading | null },
): Promise<BankFile> {
  if (/OFXHEADER|<\?OFX|<OFX\s*>/i.test(head)) return readOfx(text.replace(/\r\n?/g, '\n'));
  if (/BkToCstmr|camt\.05\d/.test(head)) return readCamt(text);
  if (/^\s*</.test(head)) throw new BankFileError(bankMessages.markup);
  if (/^!Type:/im.test(head)) throw new BankFileError(bankMessages.qif);
  if (/^(?:\{1:.*\{4:)?:(?:20|25|60[FM]|61):/m.test(head))
    return readMt940(text.replace(/\r\n?/g, '\n'));
  return readCsv(text, csv.reading, csv.saved);
}
