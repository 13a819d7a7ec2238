export { describeColumns, findOrder, openCsvTable, padColumns } from './csv-table.ts';
export { findOtherCurrency, foldName } from './csv-words.rules.ts';
export { readText, UnreadableFile } from './file-text.ts';
export { readInThread } from './read-in-thread.ts';
export {
  findDateOrder,
  parseAmount,
  parseCompactDate,
  parseDate,
  parsePlainAmount,
} from './values.rules.ts';
