import { csvMessages, maxCsvRows } from '@lotkeeper/contract/intake/visitors-csv';

/** Why a workbook isn’t read, as a message. */
export class WorkbookError extends Error {}

/** Maximum total size of a workbook's inflated parts: 100,000 rows have about 40 MB. */
const maxInflatedBytes = 80 * 1024 * 1024;
/** Maximum area: the reader fills each row up to the last column, so that's what takes memory. */
const maxArea = 4_000_000;
/** Maximum bytes without a tag: Excel has 32,767 characters in a cell, and the reader keeps all at once. */
const maxRunBytes = 1024 * 1024;
/** Maximum sheets: the reader reads all of them, and a page lists their names. Excel makes up to 255 at once. */
const maxSheets = 255;
/** Rows and columns that only have a format, beyond those that we read. */
const spareRows = 10_000;

/** The number of a column: A is 1, AA is 27. */
const toColumn = (letters: string) =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

interface Reach {
  rows: number;
  columns: number;
  /** Elements of rows and cells, which needn't say where they are. */
  elements: { rows: number; cells: number };
}

/**
 * Formats with leading zeros, and those with an exponent: Excel applies them to numbers that somebody typed that way.
 */
const hiddenForms = /formatCode="(?:0{2,}|[#0.]*E\+0+)"|<xf\b[^<>]*numFmtId="(?:11|48)"/;

/**
 * A row or cell with its attributes, which are missing where the reader of workbooks may see other ones: a tag with a
 * `<` in it, or one that never ends. A prefix is a namespace.
 */
const elements = /<(?:[\w.-]*:)?(row|c)(?=[\s/>])(?:((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>)?/g;
/** Where it is. The reader takes any letters and digits. */
const references = /\br\s*=\s*["']([^"']*)/g;
const places = { row: /^()(\d{1,7})$/, c: /^([A-Z]{1,3})(\d{1,7})$/ } as const;

/** Where a sheet is listed. */
const sheetElements = /<(?:\w+:)?sheet(?=[\s/>])/g;

function measure(text: string, reach: Reach): void {
  for (const [, element, attributes] of text.matchAll(elements)) {
    const isRow = element === 'row';
    if (isRow) reach.elements.rows += 1;
    else reach.elements.cells += 1;
    if (attributes === undefined) reach.rows = Number.POSITIVE_INFINITY;
    for (const [, reference = ''] of attributes?.matchAll(references) ?? []) {
      const [, letters = '', row = 'Infinity'] = places[isRow ? 'row' : 'c'].exec(reference) ?? [];
      reach.rows = Math.max(reach.rows, Number(row));
      reach.columns = Math.max(reach.columns, toColumn(letters));
    }
  }
}

/** Long enough for the beginning of an element or attribute that continues in the next chunk. */
const seamLength = 2000;

/** Counts the bytes of a workbook's parts while they are inflated. */
export class ByteLimit {
  bytes = 0;

  /** Passes on the content of a part; fails as soon as the workbook is over a limit. */
  open(name: string): TransformStream<Uint8Array, Uint8Array> {
    const measure = this.openMeasure(name);
    return new TransformStream({
      transform: (chunk, controller) => {
        this.bytes += chunk.length;
        measure(chunk);
        if (this.isOver()) throw new WorkbookError(csvMessages.largeWorkbook);
        controller.enqueue(chunk);
      },
    });
  }

  protected openMeasure(_name: string): (chunk: Uint8Array) => void {
    return () => undefined;
  }

  protected isOver(): boolean {
    return this.bytes > maxInflatedBytes;
  }
}

/** Counts the cells too, and finds the formats of numbers. */
export class WorkbookLimits extends ByteLimit {
  readonly #sheets: Reach[] = [];
  #listedSheets = 0;
  #runBytes = 0;
  hidesDigits = false;

  protected override openMeasure(name: string): (chunk: Uint8Array) => void {
    const measureText = this.#openText(name);
    return (chunk) => {
      const tag = chunk.lastIndexOf('<'.charCodeAt(0));
      this.#runBytes = tag < 0 ? this.#runBytes + chunk.length : chunk.length - tag;
      measureText(chunk);
    };
  }

  #openText(name: string): (chunk: Uint8Array) => void {
    let rest = '';
    if (name.endsWith('styles.xml')) {
      return (chunk) => {
        const text = rest + Buffer.from(chunk).toString('latin1');
        this.hidesDigits ||= hiddenForms.test(text);
        rest = text.slice(-seamLength);
      };
    }
    const measureText = this.#openCount(name);
    return (chunk) => {
      const text = rest + Buffer.from(chunk).toString('latin1');
      // Up to the last tag, so that nothing is counted twice.
      const end = Math.max(text.lastIndexOf('<'), text.length - seamLength, 0);
      measureText(text.slice(0, end));
      rest = text.slice(end);
    };
  }

  #openCount(name: string): (text: string) => void {
    if (name === 'xl/workbook.xml') {
      return (text) => {
        this.#listedSheets += text.match(sheetElements)?.length ?? 0;
      };
    }
    const reach: Reach = { rows: 0, columns: 0, elements: { rows: 0, cells: 0 } };
    this.#sheets.push(reach);
    return (text) => measure(text, reach);
  }

  protected override isOver(): boolean {
    if (super.isOver() || this.#runBytes > maxRunBytes || this.#listedSheets > maxSheets)
      return true;
    let area = 0;
    for (const { rows, columns, elements } of this.#sheets) {
      if (Math.max(rows, elements.rows) > maxCsvRows + spareRows) return true;
      area += Math.max(rows * columns, elements.cells);
    }
    return area > maxArea;
  }
}
