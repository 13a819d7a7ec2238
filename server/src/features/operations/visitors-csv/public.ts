export type { CsvRecord } from './csv-records.ts';
export { readRecords } from './csv-records.ts';
export { decodeAll, knownEncoding } from './csv-text.ts';
export { streamChunks } from './open-file.ts';
