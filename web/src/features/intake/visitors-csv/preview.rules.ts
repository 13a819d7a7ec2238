import type {
  ColumnChoice,
  FilePreview,
  FileReading,
} from '@lotkeeper/contract/intake/visitors-csv';
import { csvFields } from '@lotkeeper/contract/intake/visitors-csv';
import { formatCount } from '../../../kernel/format.ts';
import { countRows } from '../files/public.ts';

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

/** All settings of a preview, so the file is saved exactly as shown. */
export function toReading(preview: FilePreview): FileReading {
  const { encoding, delimiter, sheet, header_line, columns } = preview;
  const fields = columns.map(({ field }) => field);
  return sheet === null
    ? { encoding, delimiter, header_line, fields }
    : { sheet, header_line, fields };
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

/** The columns that will be saved, in field order. */
export const listRecorded = (columns: FilePreview['columns']) =>
  csvFields.flatMap((field) => {
    const index = columns.findIndex((column) => column.field === field);
    return index < 0 ? [] : [{ field, index }];
  });

/** What would happen to the rows; empty until known. */
export function describeOutcome({ good, refused, missing }: FilePreview): string {
  if (missing.length > 0) return '';
  const skipped = refused > 0 ? `, ${formatCount(refused)} skipped` : '';
  return `${countRows(good)} will be added or updated${skipped}.`;
}
