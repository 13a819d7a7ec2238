import type { BankReading } from '@lotkeeper/contract/money/bank';
import { bankMessages, maxBankFileBytes } from '@lotkeeper/contract/money/bank';
import { readText, UnreadableFile } from '../files/public.ts';
import type { BankFile } from './bank-file.ts';
import { readCamt } from './read-camt.ts';
import { readCsv } from './read-csv.ts';
import { readMt940 } from './read-mt940.ts';
import { readOfx } from './read-ofx.ts';

/** Characters at the beginning that show a format. */
const headLength = 8192;

/** Reads a statement of any format that its content shows, whatever its name is. */
export async function readBankFile(
  bytes: Buffer,
  reading: BankReading,
  saved: (hash: string) => BankReading | null,
): Promise<BankFile> {
  const text = readText(bytes, maxBankFileBytes, bankMessages);
  const head = text.slice(0, headLength);
  const file = await readFormat(text, head, { reading, saved });
  if (file.lines.length === 0 && file.problems.length === 0 && !file.csv?.questions.length) {
    throw new UnreadableFile(bankMessages.noLines);
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
  if (/^\s*</.test(head)) throw new UnreadableFile(bankMessages.markup);
  if (/^01,[^\n]*\n02,/.test(head.trimStart().replace(/\r\n?/g, '\n')))
    throw new UnreadableFile(bankMessages.bai2);
  if (/^!Type:/im.test(head)) throw new UnreadableFile(bankMessages.qif);
  if (/^(?:\{1:.*\{4:)?:(?:20|25|60[FM]|61):/m.test(head))
    return readMt940(text.replace(/\r\n?/g, '\n'));
  return readCsv(text, csv.reading, csv.saved);
}
