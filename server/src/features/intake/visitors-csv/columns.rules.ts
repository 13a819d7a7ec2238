import type { ColumnChoice, CsvField } from '@lotkeeper/contract/intake/visitors-csv';
import { csvFields, csvMessages, requiredCsvFields } from '@lotkeeper/contract/intake/visitors-csv';
import { parsePhone } from '../../../kernel/messages/phones.ts';
import { findState } from '../files/public.ts';
import { findMeaning, isOfAddress } from './header.rules.ts';

/** What the columns contain, and what is uncertain about that. */
export interface ColumnGuess {
  fields: ColumnChoice[];
  questions: string[];
}

/** The index of each field in a row; absent = unknown. */
export type ColumnIndexes = Partial<Record<CsvField, number>>;

/** The indexes of the columns by what they contain. */
export function toColumnIndexes(fields: readonly ColumnChoice[]): ColumnIndexes {
  const indexes: ColumnIndexes = {};
  for (const [index, field] of fields.entries()) if (field !== 'ignore') indexes[field] = index;
  return indexes;
}

/** Required fields that no column contains. */
export const findMissing = (fields: readonly ColumnChoice[]) =>
  requiredCsvFields.filter((field) => !fields.includes(field));

const nameList = (names: readonly string[]) =>
  names.map((name) => (name ? `“${name.slice(0, 40)}”` : 'a column without a name')).join(', ');

/** Finds columns by their names. Among several with one meaning, a strong name wins over a weak one. */
function guessByNames(names: readonly string[]): ColumnGuess {
  const fields: ColumnChoice[] = names.map(() => 'ignore');
  const questions: string[] = [];
  const known = names.flatMap((name, index) => {
    const meaning = name.trim() ? findMeaning(name) : null;
    return meaning ? [{ name: name.trim(), index, ...meaning }] : [];
  });
  for (const [field, found] of Map.groupBy(known, (column) => column.field)) {
    const strongMatches = found.filter(({ strength }) => strength === 'strong');
    const best = strongMatches.length > 0 ? strongMatches : found;
    const [first] = best;
    if (!first) continue;
    fields[first.index] = field;
    if (best.length > 1 && requiredCsvFields.includes(field)) {
      questions.push(csvMessages.doubledColumn(field, nameList(best.map(({ name }) => name))));
    } else if (field === 'state' && first.strength === 'weak' && names.some(isOfAddress)) {
      questions.push(csvMessages.addressState(first.name));
    }
  }
  // A full name includes all of its parts.
  if (['name', 'first_name', 'last_name'].every((part) => fields.includes(part as CsvField))) {
    for (const [index, field] of fields.entries()) {
      if (field === 'first_name' || field === 'last_name') fields[index] = 'ignore';
    }
  }
  return { fields, questions };
}

const shareOf = (values: readonly string[], isOne: (value: string) => boolean) =>
  values.length === 0 ? 0 : values.filter(isOne).length / values.length;

const isPlateLike = (value: string) => /^(?=.*\d)[\p{L}\d]{1,5}[ -]?[\p{L}\d]{1,6}$/u.test(value);
/** Letters and digits combined: a number alone may be anything. */
const isMixed = (value: string) => /\p{L}/u.test(value) && /\d/.test(value);
const isState = (value: string) => value.length <= 40 && findState(value, null) !== null;
const isPhone = (value: string) =>
  value.replace(/\D/g, '').length >= 10 && parsePhone(value, 'US') !== null;
const isFullName = (value: string) => /^[\p{L}\p{M}.’' -]+$/u.test(value) && / /.test(value.trim());

const enough = 0.8;
const looks: readonly [CsvField, (values: readonly string[]) => number][] = [
  ['state', (values) => shareOf(values, isState)],
  ['phone', (values) => shareOf(values, isPhone)],
  [
    'plate',
    (values) =>
      shareOf(values, isPlateLike) >= enough && new Set(values).size >= values.length * enough
        ? (shareOf(values, isPlateLike) + shareOf(values, isMixed)) / 2 + 0.3
        : 0,
  ],
  ['name', (values) => shareOf(values, isFullName)],
];

/** Chooses columns by their content for fields without a matching name. */
function guessByContent(
  fields: readonly ColumnChoice[],
  rows: readonly (readonly string[])[],
): ColumnChoice[] {
  const guessed = [...fields];
  for (const [field, look] of looks) {
    if (guessed.includes(field)) continue;
    const shares = guessed.map((choice, index) => {
      const values = rows.map((cells) => (cells[index] ?? '').trim()).filter((value) => value);
      return choice === 'ignore' ? look(values) : 0;
    });
    const best = Math.max(0, ...shares);
    if (best >= enough) guessed[shares.indexOf(best)] = field;
  }
  return guessed;
}

/** The columns of a file by their names, and where these don't suffice, by the rows below. */
export function guessColumns(
  names: readonly string[] | null,
  rows: readonly (readonly string[])[],
): ColumnGuess {
  if (names === null) {
    const columns = Math.max(0, ...rows.map((cells) => cells.length));
    const ignored = Array.from({ length: columns }, () => 'ignore' as const);
    return { fields: guessByContent(ignored, rows), questions: [csvMessages.noHeader] };
  }
  const { fields, questions } = guessByNames(names);
  const missing = findMissing(fields);
  if (missing.length === 0) return { fields, questions };
  const guessed = guessByContent(fields, rows);
  const chosen = missing.filter((field) => guessed.includes(field));
  const own = fields.map((field, index) =>
    field === 'ignore' && missing.includes(guessed[index] as CsvField)
      ? (guessed[index] ?? 'ignore')
      : field,
  );
  return {
    fields: own,
    questions:
      chosen.length > 0 ? [...questions, csvMessages.guessedColumns(chosen.join(', '))] : questions,
  };
}

/** Whether cells look like data rather than like column names. */
const hasData = (cells: readonly string[]) =>
  cells.some((cell) => isMixed(cell.trim()) && isPlateLike(cell.trim())) || cells.some(isPhone);

const countFilled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;

/** Lines that are searched for the column names. */
const headerLines = 30;

/**
 * Which of the first rows has the column names: the one that names the most, plate and state before others, or the
 * first full one if nothing in it looks like data; -1 if there is none.
 */
export function findHeader(rows: readonly (readonly string[])[]): number {
  const first = rows.slice(0, headerLines);
  const isTable = rows.some((cells) => countFilled(cells) > 1);
  const known = first.map((cells) => {
    if (countFilled(cells) <= (isTable ? 1 : 0) || hasData(cells)) return 0;
    const { fields } = guessByNames(cells);
    const required = requiredCsvFields.length - findMissing(fields).length;
    return required * csvFields.length + fields.filter((field) => field !== 'ignore').length;
  });
  const best = Math.max(0, ...known);
  if (best > 0) return known.indexOf(best);
  const index = findFirstRow(rows);
  const cells = first[index] ?? [];
  const isAllText =
    !hasData(cells) &&
    cells.every((cell) => !isState(cell.trim()) && !/^[\d\s.,:/+-]+$/.test(cell));
  return countFilled(cells) > 1 && isAllText && rows.length > index + 1 ? index : -1;
}

/** The first row that isn’t a title, if there are several columns. */
export function findFirstRow(rows: readonly (readonly string[])[]): number {
  const index = rows.findIndex((cells) => countFilled(cells) > 1);
  return Math.max(0, index);
}
