import { Writable } from 'node:stream';
import {
  csvMessages,
  maxCsvColumns,
  maxCsvRows,
} from '@lotkeeper/contract/operations/visitors-csv';
import { BlobReader, ZipReader } from '@zip.js/zip.js';
import { stringify } from 'csv-stringify/sync';
import type { CellValue, Sheet } from 'read-excel-file/universal';
import readWorkbook from 'read-excel-file/universal';

/** Why a workbook isn’t read, as a message. */
export class WorkbookError extends Error {}

/** A sheet of a workbook as CSV, one line per row. */
export interface SheetText {
  /** The names of all sheets. */
  sheets: string[];
  sheet: string;
  text: Uint8Array;
  /** Whether Excel displays some numbers differently from their stored values. */
  hidesDigits: boolean;
}

/** Maximum total size of a workbook's inflated parts: 100,000 rows have about 40 MB. */
const maxInflatedBytes = 80 * 1024 * 1024;
/** Maximum area: the reader fills each row up to the last column, so that's what takes memory. */
const maxArea = 8_000_000;
/** Rows and columns that only have a format, beyond those that we read. */
const spareRows = 10_000;

/** The number of a column: A is 1, AA is 27. */
const toColumn = (letters: string) =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

interface Reach {
  rows: number;
  columns: number;
}

/** Collects the extent of sheets' cells and the formats of numbers, while parts are inflated. */
class Limits {
  #bytes = 0;
  readonly #sheets: Reach[] = [];
  hidesDigits = false;

  /** Scans the text of a part, chunk by chunk. */
  open(name: string): Writable {
    const reach = { rows: 0, columns: 0 };
    if (name.includes('worksheets/')) this.#sheets.push(reach);
    let rest = '';
    return new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.#bytes += chunk.length;
        const text = rest + Buffer.from(chunk).toString('latin1');
        rest = text.slice(-200);
        if (name.includes('worksheets/')) measure(text, reach);
        if (name.endsWith('styles.xml')) this.hidesDigits ||= hiddenForms.test(text);
        done(this.#isOver() ? new WorkbookError(csvMessages.largeWorkbook) : null);
      },
    });
  }

  #isOver(): boolean {
    const areas = this.#sheets.map(({ rows, columns }) => rows * columns);
    return (
      this.#bytes > maxInflatedBytes ||
      this.#sheets.some(({ rows }) => rows > maxCsvRows + spareRows) ||
      areas.reduce((sum, area) => sum + area, 0) > maxArea
    );
  }
}

/**
 * Formats with leading zeros, and those with an exponent: Excel applies them to numbers that somebody typed that way.
 */
const hiddenForms = /formatCode="(?:0{2,}|[#0.]*E\+0+)"|<xf\b[^>]*numFmtId="(?:11|48)"/;

function measure(text: string, reach: Reach): void {
  for (const [, letters = '', row] of text.matchAll(/\br\s*=\s*["']([A-Z]{0,3})(\d{1,7})["']/g)) {
    reach.rows = Math.max(reach.rows, Number(row));
    reach.columns = Math.max(reach.columns, toColumn(letters));
  }
}

const isText = (name: string) => name.endsWith('.xml') || name.endsWith('.rels');

/** Inflates the parts of a workbook within limits, before they're loaded. */
async function measureWorkbook(file: Blob): Promise<Limits> {
  const limits = new Limits();
  const zip = new ZipReader(new BlobReader(file));
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (entry.directory || !isText(entry.filename)) continue;
      await entry.getData(Writable.toWeb(limits.open(entry.filename)), {
        useWebWorkers: false,
      });
    }
  } finally {
    await zip.close();
  }
  return limits;
}

/** What kind of ZIP this is if not an .xlsx workbook, by the names in it; null when it may be one. */
function problemOfZip(bytes: Buffer): string | null {
  const names = bytes.toString('latin1');
  if (/\.iwa|Index\.zip/.test(names)) return csvMessages.numbers;
  if (names.includes('application/vnd.oasis.opendocument')) return csvMessages.openDocument;
  if (names.includes('xl/workbook.bin')) return csvMessages.binaryExcel;
  return names.includes('xl/workbook.xml') ? null : csvMessages.zip;
}

export const isZip = (head: Buffer) => head.subarray(0, 2).toString('latin1') === 'PK';

/**
 * Reads a sheet of an .xlsx file: the named one, or the first with content. Formulas have the values that were saved
 * with them.
 */
export async function readSheetText(bytes: Buffer, chosen: string | null): Promise<SheetText> {
  const problem = problemOfZip(bytes);
  if (problem) throw new WorkbookError(problem);
  const file = new Blob([new Uint8Array(bytes)]);
  const { hidesDigits } = await measureWorkbook(file);
  const sheets = await readWorkbook(file, { trim: false });
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

function writeSheet({ data }: Sheet): Uint8Array {
  const rows = data.map((cells) => {
    const last = cells.findLastIndex((cell) => cell !== null);
    return cells.slice(0, Math.min(last + 1, maxCsvColumns + 1)).map(toText);
  });
  if (isOneColumn(rows)) return Buffer.from(rows.map(([cell = '']) => `${cell}\n`).join(''));
  return Buffer.from(stringify(rows));
}
