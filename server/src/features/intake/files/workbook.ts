import { csvMessages, maxCsvColumns } from '@lotkeeper/contract/intake/visitors-csv';
import { stringify } from 'csv-stringify/sync';
import type { CellValue, Sheet } from 'read-excel-file/universal';
import readWorkbook from 'read-excel-file/universal';
import { WorkbookError } from './workbook-limits.ts';
import { unpackWorkbook } from './workbook-zip.ts';

/** A sheet of a workbook as CSV, one line per row. */
export interface SheetText {
  /** The names of all sheets. */
  sheets: string[];
  sheet: string;
  text: Uint8Array;
  /** Whether Excel displays some numbers differently from their stored values. */
  hidesDigits: boolean;
}

export const isZip = (head: Buffer) => head.subarray(0, 2).toString('latin1') === 'PK';

/**
 * Reads a sheet of an .xlsx file: the named one, or the first with content. Formulas have the values that were saved
 * with them.
 */
export async function readSheetText(bytes: Buffer, chosen: string | null): Promise<SheetText> {
  const { unpacked, hidesDigits } = await unpackWorkbook(bytes);
  const sheets = await readWorkbook(unpacked, { trim: false });
  const found =
    chosen === null
      ? (sheets.find(({ data }) => data.length > 0) ?? sheets[0])
      : sheets.find(({ sheet }) => sheet === chosen);
  if (!found) throw new WorkbookError(csvMessages.noSheet);
  const names = sheets.map(({ sheet }) => sheet);
  return { sheets: names, sheet: found.sheet, text: writeSheet(found), hidesDigits };
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A date in its default format, with its time if it has one. */
function formatDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = date.toISOString().split('T');
  return time.startsWith('00:00:00')
    ? day
    : `${day} ${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`;
}

/** The text of a cell. Line breaks become spaces, so that each line of the text is a row of the sheet. */
function toText(cell: CellValue | null): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell.replace(/[\r\n]+/g, ' ');
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  // The library's types name the class where the value is a date.
  return typeof cell === 'number' ? String(cell) : formatDate(cell as unknown as Date);
}

/** Whether a CSV file was opened as one column and saved that way: its lines are the cells. */
const isOneColumn = (rows: readonly string[][]) =>
  rows.every((cells) => cells.length <= 1) && rows.some(([cell = '']) => /[,;\t|]/.test(cell));

/** Maximum characters of a sheet's text. Cells can share one long text, so it may be far more than the file has. */
const maxTextLength = 40_000_000;

function writeSheet({ data }: Sheet): Uint8Array {
  let length = 0;
  const rows = data.map((cells) => {
    const last = cells.findLastIndex((cell) => cell !== null);
    const texts = cells.slice(0, Math.min(last + 1, maxCsvColumns + 1)).map(toText);
    for (const text of texts) length += text.length;
    if (length > maxTextLength) throw new WorkbookError(csvMessages.largeWorkbook);
    return texts;
  });
  if (isOneColumn(rows)) return Buffer.from(rows.map(([cell = '']) => `${cell}\n`).join(''));
  return Buffer.from(stringify(rows));
}
