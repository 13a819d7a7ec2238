export { cleanCell, isBlank, replacementCharacter } from './cells.rules.ts';
export type { CsvBatch, CsvForm, CsvRecord } from './csv-records.ts';
export { readRecords } from './csv-records.ts';
export { describeColumns, findOrder, openCsvTable, padColumns } from './csv-table.ts';
export { decoded, skipBytes } from './csv-text.ts';
export { findOtherCurrency, foldName } from './csv-words.rules.ts';
export { readText, UnreadableFile } from './file-text.ts';
export type { ImportKey, RefusedRow } from './import-leases.ts';
export { leaseMs, makeImportLeases } from './import-leases.ts';
export type { TableInspection } from './inspect-file.ts';
export { inspectTable, openRows } from './inspect-file.ts';
export { refusal } from './open-file.ts';
export { readInProcess } from './read-in-process.ts';
export { refusedRowsFile } from './refused-rows.file.ts';
export { findState } from './state-cell.rules.ts';
export type { TableKind } from './text-form.ts';
export {
  isUploadedBy,
  keepFile,
  keepUpload,
  removeOldUploads,
  removeUploads,
  takeUpload,
} from './uploads.ts';
export {
  findDateOrder,
  parseAmount,
  parseCompactDate,
  parseDate,
  parsePlainAmount,
} from './values.rules.ts';
export type { NextStep } from './work-in-slices.ts';
export { workInSlices } from './work-in-slices.ts';
export { readSheetInProcess } from './workbook-process.ts';
