import { toOneLine, withoutDirectionMarks } from '@lotkeeper/contract/kernel/fields';
import type { CsvRecord } from './csv-records.ts';

/** What our own files and spreadsheets put before text that would be taken for a formula. */
const formulaGuard = /^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/;

/** The replacement character for undecodable bytes. */
export const replacementCharacter = '\ufffd';

/** The text of a cell, without what spreadsheets and address books put around it. */
export const cleanCell = (cell = '') =>
  toOneLine(
    withoutDirectionMarks(cell)
      .replace(formulaGuard, '')
      .replace(/^="(.*)"$/s, '$1'),
  ).trim();

/** Whether a row is empty: spreadsheets leave such rows at the end. */
export const isBlank = ({ cells, problem }: CsvRecord) =>
  problem === null && cells.every((cell) => cleanCell(cell) === '');

/** The beginning of a long text, as previews and messages show it. */
export const cutText = (text: string, longest: number) =>
  text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text;
