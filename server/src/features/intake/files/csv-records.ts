import { setImmediate } from 'node:timers/promises';
import { csvMessages } from '@lotkeeper/contract/intake/visitors-csv';
import { CsvError, parse } from 'csv-parse/sync';

/** How a file separates cells; lines end with a line feed. */
export interface CsvForm {
  delimiter: string;
}

/** A position between two records of a text, in bytes and line breaks before it. */
export interface TextPlace {
  bytes: number;
  lines: number;
}

/** A record with its first line and end offset; or a line that isn’t a record, with the reason. */
export interface CsvRecord {
  line: number;
  end: number;
  cells: string[];
  problem: string | null;
}

/** Records up to a position from which reading can continue. */
export interface CsvBatch {
  records: CsvRecord[];
  to: TextPlace;
}

/** Maximum bytes of a record; that much is held in memory, besides the latest chunk. */
const longestRecord = 16_000;
/** Characters to keep of a line that isn’t a record. */
const keptOfLine = 1000;
/** Lines that aren’t records, read without a pause. */
const readAtOnce = 20;

const lineFeed = 10;
const carriageReturn = 13;

/**
 * The cells of a line with quotation marks inside of cells, as in ="00123" and Robert "Bob" Smith; null if they are
 * broken.
 */
function parseLoosely(line: Buffer, delimiter: string): string[] | null {
  try {
    const records: string[][] = parse(line, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      // Tabs would be trimmed too.
      trim: delimiter !== '\t',
    });
    const [cells = []] = records;
    const isWhole = (cell: string) => !cell.startsWith('"') && cell.split('"').length % 2 === 1;
    return records.length === 1 && cells.every(isWhole) ? cells : null;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return null;
  }
}

/** Reads the text between two positions, and returns how far it came. */
class Reader {
  readonly #form: CsvForm;
  records: CsvRecord[] = [];
  place: TextPlace;

  constructor(form: CsvForm, from: TextPlace) {
    this.#form = form;
    this.place = { ...from };
  }

  /** Whole lines at the beginning of a text, in bytes. */
  wholeLines(text: Buffer): number {
    return text.lastIndexOf(lineFeed) + 1;
  }

  endOfLine(text: Buffer, from: number): number {
    return text.indexOf(lineFeed, from) + 1 || text.length;
  }

  /**
   * Reads the records of whole lines; returns how many bytes it used. The rest ends inside quotation marks. Lines that
   * aren’t records take long, so others have a turn between some of them.
   */
  async read(text: Buffer, last: boolean): Promise<number> {
    let at = 0;
    let alone = 0;
    while (at < text.length) {
      const startBytes = this.place.bytes;
      const fault = this.#parse(text.subarray(at));
      at += this.place.bytes - startBytes;
      if (!fault) break;
      if (fault === 'CSV_QUOTE_NOT_CLOSED' && !last && text.length - at <= longestRecord) break;
      const end = this.endOfLine(text, at);
      this.#readAlone(text.subarray(at, end));
      at = end;
      alone += 1;
      if (alone % readAtOnce === 0) await setImmediate();
    }
    return at;
  }

  /** Reads a line that isn’t a record by the rules of CSV. */
  #readAlone(line: Buffer): void {
    if (line.length > longestRecord) return this.refuse(line, csvMessages.longRow);
    const cells = parseLoosely(line, this.#form.delimiter);
    if (cells) this.#take(cells, line, null);
    else this.refuse(line, csvMessages.brokenQuotes);
  }

  /** Adds a line as one that isn’t a record. */
  refuse(line: Buffer, problem: string): void {
    this.#take([line.toString().slice(0, keptOfLine).trimEnd()], line, problem);
  }

  #take(cells: string[], bytes: Buffer, problem: string | null): void {
    const line = this.place.lines + 1;
    this.pass(bytes);
    this.records.push({ line, end: this.place.bytes, cells, problem });
  }

  /** Continues after a chunk of the text. */
  pass(piece: Buffer): void {
    this.place.bytes += piece.length;
    for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, at + 1)) {
      this.place.lines += 1;
    }
  }

  /** Parses up to the first error, and returns its code; the position is then that of the invalid record. */
  #parse(text: Buffer): string | null {
    const { delimiter } = this.#form;
    let at = 0;
    const passBlankLines = () => {
      const from = at;
      while (text[at] === lineFeed || text[at] === carriageReturn) at += 1;
      if (at > from) this.pass(text.subarray(from, at));
    };
    try {
      parse(text, {
        delimiter,
        record_delimiter: ['\r\n', '\n'],
        relax_column_count: true,
        skip_empty_lines: true,
        max_record_size: longestRecord,
        on_record: (cells: string[], { bytes }) => {
          passBlankLines();
          this.#take(cells, text.subarray(at, bytes), null);
          at = bytes;
          return null;
        },
      });
      passBlankLines();
      return null;
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      passBlankLines();
      return error.code;
    }
  }
}

/**
 * Reads the records of a text from a position on, in batches, one or more. A line that isn’t a record, because of its
 * quotation marks or its length, is reported as such, and reading continues after it. Memory holds one record and one
 * chunk of the text, whatever the input.
 */
export async function* readRecords(
  text: AsyncIterable<Buffer>,
  form: CsvForm,
  from: TextPlace,
): AsyncGenerator<CsvBatch> {
  const reader = new Reader(form, from);
  let pending: Buffer = Buffer.alloc(0);
  let inLongLine = false;
  const batch = () => {
    const { records } = reader;
    reader.records = [];
    return { records, to: { ...reader.place } };
  };
  for await (const piece of text) {
    pending = pending.length > 0 ? Buffer.concat([pending, piece]) : piece;
    if (inLongLine) {
      const end = reader.endOfLine(pending, 0);
      reader.pass(pending.subarray(0, end));
      inLongLine = reader.wholeLines(pending) === 0;
      pending = pending.subarray(end);
    }
    const completeBytes = reader.wholeLines(pending);
    if (completeBytes > 0)
      pending = pending.subarray(await reader.read(pending.subarray(0, completeBytes), false));
    if (pending.length > longestRecord && reader.wholeLines(pending) === 0) {
      reader.refuse(pending, csvMessages.longRow);
      inLongLine = true;
      pending = Buffer.alloc(0);
    }
    if (reader.records.length > 0 && !inLongLine) yield batch();
  }
  await reader.read(pending, true);
  yield batch();
}
