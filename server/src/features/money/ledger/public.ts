export type { FiledEntry } from './entry-columns.ts';
export { entryNameColumns, entryPartColumns } from './entry-columns.ts';
