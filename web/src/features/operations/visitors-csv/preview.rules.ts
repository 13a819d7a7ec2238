import type {
  ColumnChoice,
  Delimiter,
  Encoding,
  FilePreview,
  FileReading,
} from '@lotkeeper/contract/operations/visitors-csv';
import { csvFields } from '@lotkeeper/contract/operations/visitors-csv';
import { formatCount } from '../../../kernel/format.ts';

export const fieldNames: Record<ColumnChoice, string> = {
  plate: 'Plate',
  state: 'State',
  country: 'Country',
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  phone: 'Phone',
  ignore: 'Ignore',
};

export const encodingNames: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows-1252 (Western)',
  macintosh: 'Mac OS Roman',
  ibm437: 'DOS 437 (United States)',
  ibm850: 'DOS 850 (Western)',
  'windows-1250': 'Windows-1250 (Central European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'x-mac-cyrillic': 'Mac OS Cyrillic',
  'koi8-r': 'KOI8-R (Cyrillic)',
  ibm866: 'DOS 866 (Cyrillic)',
  'windows-1253': 'Windows-1253 (Greek)',
  'windows-1254': 'Windows-1254 (Turkish)',
  'windows-1255': 'Windows-1255 (Hebrew)',
  'windows-1256': 'Windows-1256 (Arabic)',
  'windows-1257': 'Windows-1257 (Baltic)',
  'windows-1258': 'Windows-1258 (Vietnamese)',
  shift_jis: 'Shift JIS (Japanese)',
  gb18030: 'GB 18030 (Chinese, simplified)',
  big5: 'Big5 (Chinese, traditional)',
  'euc-kr': 'EUC-KR (Korean)',
};

export const delimiterNames: Record<Delimiter, string> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
};

/** All settings of a preview, so the file is saved exactly as shown. */
export function toReading(preview: FilePreview): FileReading {
  const { encoding, delimiter, sheet, header_line, columns } = preview;
  const fields = columns.map(({ field }) => field);
  return sheet === null
    ? { encoding, delimiter, header_line, fields }
    : { sheet, header_line, fields };
}

/** The columns after a choice for one of them: the column that had the field before is ignored. */
export const chooseField = (
  columns: FilePreview['columns'],
  index: number,
  field: ColumnChoice,
): ColumnChoice[] =>
  columns.map((column, otherIndex) =>
    otherIndex === index ? field : column.field === field ? 'ignore' : column.field,
  );

/** The choices, with one more. Another sheet, separator, or header line resets the columns. */
export function mergeReading(before: FileReading, change: FileReading): FileReading {
  if (change.sheet !== undefined) return change;
  const { fields, ...rest } = before;
  const hasSameColumns = change.delimiter === undefined && change.header_line === undefined;
  return { ...rest, ...(hasSameColumns && fields ? { fields } : {}), ...change };
}

/** A preview with the choices made since it was read. */
export const withChoices = (preview: FilePreview, reading: FileReading): FilePreview => ({
  ...preview,
  encoding: reading.encoding ?? preview.encoding,
  delimiter: reading.delimiter ?? preview.delimiter,
  sheet: reading.sheet ?? preview.sheet,
  header_line: reading.header_line ?? preview.header_line,
  columns: preview.columns.map((column, index) => ({
    ...column,
    field: reading.fields?.[index] ?? column.field,
  })),
});

/** Asks for the columns of required fields. */
export const describeMissing = (missing: FilePreview['missing']) =>
  `Choose the column with: ${missing.map((field) => fieldNames[field].toLowerCase()).join(', ')}. If the file has none, add it and choose the file again.`;

/** A column's name in the file, or its position. */
export const nameColumn = (name: string, index: number) => name || `Column ${index + 1}`;

/** The columns that will be saved, in field order. */
export const listRecorded = (columns: FilePreview['columns']) =>
  csvFields.flatMap((field) => {
    const index = columns.findIndex((column) => column.field === field);
    return index < 0 ? [] : [{ field, index }];
  });

export const countRows = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;

/** What would happen to the rows; empty until known. */
export function describeOutcome({ good, refused, missing }: FilePreview): string {
  if (missing.length > 0) return '';
  const skipped = refused > 0 ? `, ${formatCount(refused)} skipped` : '';
  return `${countRows(good)} will be added or updated${skipped}.`;
}
