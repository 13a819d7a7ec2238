export { describeColumns, findOrder, openCsvTable, padColumns } from './csv-table.ts';
export { findOtherCurrency, foldName } from './csv-words.rules.ts';
export { readText, UnreadableFile } from './file-text.ts';
export { readInProcess } from './read-in-process.ts';
export {
  findDateOrder,
  parseAmount,
  parseCompactDate,
  parseDate,
  parsePlainAmount,
} from './values.rules.ts';
