export { cleanCell, cutText, isBlank, replacementCharacter } from './cells.rules.ts';
export type { CsvBatch, CsvRecord } from './csv-records.ts';
export { readRecords } from './csv-records.ts';
export { describeColumns, findOrder, openCsvTable, padColumns } from './csv-table.ts';
export { decoded, skipBytes } from './csv-text.ts';
export { findOtherCurrency, foldName } from './csv-words.rules.ts';
export { describeTable, showCell } from './describe-table.ts';
export { readText, UnreadableFile } from './file-text.ts';
export { detectFailedImports } from './import-detector.ts';
export {
  handleImports,
  handleTidying,
  makeImporter,
  makeTidier,
  makeUndoer,
} from './import-jobs.ts';
export type {
  ImportDeps,
  ImportedFile,
  ImportKey,
  ImportKind,
  Recorded,
  RefusedRow,
  UndoingImport,
} from './import-kind.ts';
export {
  beginUndo,
  eachRefusedRow,
  keptUntil,
  queueImport,
  readRefusedFile,
  toImportRow,
  undoableUntil,
} from './imports.queries.ts';
export type { TableInspection, TableReading } from './inspect-file.ts';
export { inspectTable, openRows } from './inspect-file.ts';
export { refusal } from './open-file.ts';
export { openUploads } from './open-uploads.ts';
export { readInProcess } from './read-in-process.ts';
export { refusedRowsFile } from './refused-rows.file.ts';
export { readRememberedColumns, rememberChoice, rememberColumns } from './remembered-columns.ts';
export { findState } from './state-cell.rules.ts';
export type { TableKind } from './text-form.ts';
export {
  keepUpload,
  takeUpload,
} from './uploads.ts';
export {
  findDateOrder,
  parseAmount,
  parseCompactDate,
  parseDate,
  parsePlainAmount,
} from './values.rules.ts';
export { readSheetInProcess } from './workbook-process.ts';
