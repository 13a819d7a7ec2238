import type { ColumnChoice, CsvField } from '@lotkeeper/contract/intake/visitors-csv';
import { csvFields, csvMessages } from '@lotkeeper/contract/intake/visitors-csv';
import { carFields, carMessages, plateCharacters } from '@lotkeeper/contract/kernel/car-fields';
import { isPlaceholder } from '@lotkeeper/contract/kernel/plates';
import { person, visitorMessages } from '@lotkeeper/contract/operations/visitors';
import * as z from 'zod/mini';
import { parsePhone } from '../../../kernel/messages/phones.ts';
import type { CarInput } from '../../../records/cars.ts';
import type { CsvRecord } from '../files/public.ts';
import { cleanCell, findState, replacementCharacter } from '../files/public.ts';
import type { ColumnIndexes } from './columns.rules.ts';

/** A visitor as a row describes it. */
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

/** What spreadsheets and scripts write for empty values. A person can be called Nan, but not nan. */
const emptyMarks =
  /^(?:#(?:N\/A|NULL!|REF!|VALUE!|NAME\?|DIV\/0!|NUM!)|<NA>|nan|NaN|NaT|null|NULL|[Nn]\/[Aa]|[-–—]+)$/;

/**
 * The original value of a cell that isn’t a name, before a spreadsheet or a script turned it into a number or prevented
 * that.
 */
const restoreDigits = (cell: string) =>
  cell.replace(/^'(?=[\p{L}\p{N}(+])/u, '').replace(/^(\d+)\.0+$/, '$1');

/** A phone number that a spreadsheet shortened but that still has all its digits: 6.025550143E+09. */
const restorePhone = (cell: string) =>
  cell.replace(
    /^(\d)[.,](\d+)E\+?(\d{1,2})$/i,
    (text, first: string, rest: string, exponent: string) =>
      rest.length === Number(exponent) ? first + rest : text,
  );

/** A value of a row before it is checked. */
function readCell(field: CsvField, cell: string | undefined): string {
  const value = cleanCell(cell);
  if (field === 'plate') return restoreDigits(value);
  if (emptyMarks.test(value)) return '';
  if (field === 'phone') return restorePhone(restoreDigits(value));
  return field === 'state' || field === 'country' ? restoreDigits(value) : value;
}

const months =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|ene|abr|ago|set|dic|janv|févr|fevr|mars|avr|mai|juin|juil|août|aout|déc';
const shortenedNumber = /^\d(?:[.,]\d+)?E[+-]?\d{1,3}$/i;
/** A number with decimals or an exponent: no plate has a period between digits only. */
const isShortened = (plate: string) =>
  /^\d+[.,]\d+$/.test(plate) || (shortenedNumber.test(plate) && /[.,+-]/.test(plate));
const date = new RegExp(
  `^(?:\\d{1,2}-(?:${months})\\.?(?:-\\d{2,4})?|(?:${months})\\.?-\\d\\d|\\d{1,2}/\\d{1,2}/\\d{2,4}|\\d{4}-\\d\\d-\\d\\d(?:[ T].*)?)$`,
  'iu',
);

/** Why a spreadsheet's change of a plate can’t be undone; null if there is none. */
function findDamage(plate: string): string | null {
  if (isShortened(plate)) return csvMessages.shortenedNumber;
  if (date.test(plate)) return csvMessages.date;
  return plate !== '' && /[\p{L}\p{N}]/u.test(plate) && isPlaceholder(plate)
    ? csvMessages.placeholder
    : null;
}

const countryNames = new Map(
  Object.entries({
    USA: 'US',
    'UNITED STATES': 'US',
    'UNITED STATES OF AMERICA': 'US',
    'ESTADOS UNIDOS': 'US',
    'ETATS-UNIS': 'US',
    MEXICO: 'MX',
    MEXIQUE: 'MX',
    MEX: 'MX',
    CANADA: 'CA',
    CAN: 'CA',
  }),
);

function toCountry(cell: string): string {
  const name = cell.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return countryNames.get(name.replaceAll('.', '')) ?? name;
}

function listProblems(found: z.core.$ZodIssue[]): string[] {
  const byField = new Map<PropertyKey, string>();
  for (const { path, message } of found) {
    const field = path[0] ?? '';
    if (!byField.has(field)) byField.set(field, `${String(field)}: ${message}`);
  }
  return [...byField.values()];
}

/** The name in a row: a complete one, or joined from its parts. */
const joinName = (names: readonly string[]) => names.filter((part) => part !== '').join(' ');

/** The visitor of a row, checked like the form; or, as a text, everything that is wrong with it. */
export function visitorOfRow(
  { cells, problem }: CsvRecord,
  columnIndexes: ColumnIndexes,
  columns: number,
): RowVisitor | string {
  if (problem !== null) return problem;
  const used = csvFields.flatMap((field) => cells[columnIndexes[field] ?? -1] ?? []);
  if (used.some((cell) => cell.includes(replacementCharacter))) return csvMessages.unreadable;
  if (cells.slice(columns).some((cell) => cleanCell(cell) !== '')) return csvMessages.moreCells;
  const cell = (field: CsvField) => readCell(field, cells[columnIndexes[field] ?? -1]);
  const plate = cell('plate');
  const typedPhone = cell('phone');
  const damage = findDamage(plate);
  const row = rowSchema.safeParse({
    plate: damage === null ? plate : 'X',
    country: toCountry(cell('country')),
    name: joinName([cell('first_name'), cell('name'), cell('last_name')]),
    phone: typedPhone,
  });
  const country = row.data?.country || null;
  const region = findState(cell('state'), country);
  // A number that lacks digits could be read as another one.
  const phone = shortenedNumber.test(typedPhone)
    ? null
    : parsePhone(typedPhone, region?.country ?? 'US');
  const errors = [
    ...(damage === null ? [] : [`plate: ${damage}`]),
    ...listProblems(row.error?.issues ?? []),
    ...(region ? [] : [`state: ${carMessages.state}`]),
    ...(typedPhone && !phone ? [`phone: ${visitorMessages.phone}`] : []),
  ];
  if (!row.data || !region || errors.length > 0) return errors.join(' ');
  const { state } = region;
  return {
    car: { plate: row.data.plate, state, country: region.country },
    name: row.data.name || null,
    phone,
  };
}

/** The cells of a row as read; fields that are recorded differently are shown as recorded. */
export const readCells = (
  cells: readonly string[],
  fields: readonly ColumnChoice[],
  visitor: RowVisitor | null,
): string[] =>
  fields.map((field, index) => {
    const cell = cells[index];
    if (field === 'ignore') return cleanCell(cell);
    const recorded = visitor && { ...visitor.car, phone: visitor.phone };
    if (recorded && (field === 'plate' || field === 'state')) return recorded[field];
    return recorded?.phone && field === 'phone' ? recorded.phone : readCell(field, cell);
  });
