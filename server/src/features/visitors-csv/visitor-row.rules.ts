import { carFields, carMessages, plateCharacters } from '@lotkeeper/contract/cars';
import { withoutDirectionMarks } from '@lotkeeper/contract/kernel/fields';
import { stateNamed } from '@lotkeeper/contract/kernel/state-names';
import { person, visitorMessages } from '@lotkeeper/contract/visitors';
import { csvMessages } from '@lotkeeper/contract/visitors-csv';
import * as z from 'zod/mini';
import { parsePhone } from '../../kernel/messages/phones.ts';
import type { CarInput } from '../../records/cars.ts';
import type { ColumnIndexes, CsvField } from './columns.rules.ts';
import { csvFields } from './columns.rules.ts';
import type { CsvRecord } from './csv-records.ts';

/** A visitor as a row shows it. */
export interface RowVisitor {
  car: CarInput;
  name: string | null;
  phone: string | null;
}

const rowSchema = z.object({
  plate: carFields.plate.check(plateCharacters),
  country: z.union([z.literal(''), carFields.country], { error: carMessages.country }),
  ...person,
});

/** What our own files and spreadsheets put before text that would be taken for a formula. */
const formulaGuard = /^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/;

// Address books put direction marks around phone numbers.
const clean = (cell: string | undefined) =>
  withoutDirectionMarks(cell ?? '')
    .replace(formulaGuard, '')
    .trim();

/** A plate as it was before a spreadsheet or a script took it for a number or kept it from that. */
const restorePlate = (cell: string) =>
  cell
    .replace(/^="(.*)"$/s, '$1')
    .replace(/^'(?=[\p{L}\p{N}])/u, '')
    .replace(/^(\d+)\.0$/, '$1');

/** What decoding puts in place of bytes that are no character. */
export const replacementCharacter = '\ufffd';

/** Whether nothing is in a row: spreadsheets leave such ones at the end. */
export const isBlank = ({ cells, problem }: CsvRecord) =>
  problem === null && cells.every((cell) => clean(cell) === '');

function listProblems(found: z.core.$ZodIssue[]): string[] {
  const byField = new Map<PropertyKey, string>();
  for (const { path, message } of found) {
    const field = path[0] ?? '';
    if (!byField.has(field)) byField.set(field, `${String(field)}: ${message}`);
  }
  return [...byField.values()];
}

/** The visitor of a row, checked as the form checks them; or, as a text, everything that is wrong with it. */
export function visitorOfRow(
  { cells, problem }: CsvRecord,
  columnIndexes: ColumnIndexes,
  columns: number,
): RowVisitor | string {
  if (problem !== null) return problem;
  if (cells.some((cell) => cell.includes(replacementCharacter))) return csvMessages.unreadable;
  if (cells.slice(columns).some((cell) => clean(cell) !== '')) return csvMessages.moreCells;
  const cell = (field: CsvField) => clean(cells[columnIndexes[field] ?? -1]);
  const given = Object.fromEntries(csvFields.map((field) => [field, cell(field)]));
  const row = rowSchema.safeParse({
    ...given,
    plate: restorePlate(cell('plate')),
    country: cell('country').toUpperCase(),
  });
  const country = row.data?.country || null;
  const region = stateNamed(cell('state'), country);
  const phone = cell('phone') ? parsePhone(cell('phone'), region?.country ?? 'US') : null;
  const wrong = [
    ...listProblems(row.error?.issues ?? []),
    ...(region ? [] : [`state: ${carMessages.state}`]),
    ...(cell('phone') && !phone ? [`phone: ${visitorMessages.phone}`] : []),
  ];
  if (!row.data || !region || wrong.length > 0) return wrong.join(' ');
  const { plate, name } = row.data;
  const { state } = region;
  return { car: { plate, state, country: region.country }, name: name || null, phone };
}
