import type { DateOrder } from '@lotkeeper/contract/intake/csv-reading';
import type { Delimiter, Encoding } from '@lotkeeper/contract/intake/visitors-csv';
import { formatCount } from '../../../kernel/format.ts';

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

export const dateOrderNames: Record<DateOrder, string> = {
  mdy: 'Month first: 4/5 is April 5',
  dmy: 'Day first: 4/5 is May 4',
};

/** A column's name in the file, or its position. */
export const nameColumn = (name: string, index: number) => name || `Column ${index + 1}`;

export const countRows = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;

/** The columns after a choice for one of them: a column that had the meaning before is ignored, if none may share it. */
export const chooseColumn = <Column extends string>(
  columns: readonly (Column | 'ignore')[],
  index: number,
  chosen: Column | 'ignore',
  shared: readonly (Column | 'ignore')[] = [],
): (Column | 'ignore')[] =>
  columns.map((column, other) => {
    if (other === index) return chosen;
    return column === chosen && !shared.includes(column) ? 'ignore' : column;
  });

/** The choices, with one more. Another sheet, separator, or header line resets the columns. */
export function mergeReading<
  Reading extends {
    sheet?: unknown;
    delimiter?: unknown;
    header_line?: unknown;
    fields?: readonly string[] | undefined;
  },
>(before: Reading, change: Reading): Reading {
  if (change.sheet !== undefined) return change;
  const { fields, ...rest } = before;
  const hasSameColumns = change.delimiter === undefined && change.header_line === undefined;
  return { ...rest, ...(hasSameColumns && fields ? { fields } : {}), ...change };
}
