import { createHash } from 'node:crypto';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { BankColumn, BankReading, DateOrder } from '@lotkeeper/contract/money/bank';
import { bankMessages, maxBankFileLines } from '@lotkeeper/contract/money/bank';
import type { CsvRecord } from '../../operations/visitors-csv/public.ts';
import { readRecords, streamChunks } from '../../operations/visitors-csv/public.ts';
import type { BankFile } from './bank-file.ts';
import { BankFileError, requireDollars, StatementBuilder } from './bank-file.ts';
import { findDateOrder, parseAmount, parseDate } from './bank-values.rules.ts';
import {
  findMissing,
  guessColumns,
  isHeader,
  isTransaction,
  readDirection,
} from './csv-columns.rules.ts';

const delimiters = [',', ';', '\t', '|'] as const;
/** Records among which the column names may be. */
const firstRecords = 40;
/** How many rows columns are guessed from. */
const sampleRows = 200;
/** Values of a column to show. */
const samplesOfColumn = 3;
const longestSample = 60;
const maxColumns = 100;

async function readAll(text: Buffer, delimiter: string, most: number): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const batch of readRecords(
    streamChunks(text),
    { delimiter },
    { bytes: 0, lines: 0 },
  )) {
    records.push(...batch.records);
    if (records.length > most) break;
  }
  return records;
}

const cellsOf = ({ cells, problem }: CsvRecord) => (problem === null ? cells : []);
const isBlank = ({ cells }: CsvRecord) => cells.every((cell) => cell.trim() === '');

/** How well a separator fits: by the transactions that it makes, then by the columns. */
function rate(records: readonly CsvRecord[]): number {
  const rows = records.map(cellsOf);
  const transactions = rows.filter(isTransaction).length;
  return (
    transactions * 1000 +
    (rows.some(isHeader) ? 500 : 0) +
    Math.max(...rows.map(({ length }) => length), 0)
  );
}

async function findDelimiter(text: Buffer): Promise<string> {
  const beginning = text.subarray(0, 64 * 1024);
  const separator = /^sep=([,;\t|])\n/i.exec(beginning.toString('latin1', 0, 10))?.[1];
  if (separator) return separator;
  const rated = [];
  for (const delimiter of delimiters) {
    rated.push({ delimiter, rating: rate(await readAll(beginning, delimiter, 100)) });
  }
  return rated.sort((a, b) => b.rating - a.rating)[0]?.delimiter ?? ',';
}

/** What is needed to read the rows of a file. */
interface Form {
  columns: BankColumn[];
  dateOrder: DateOrder;
}

/** Why a row isn't a transaction, or its amount. */
function readRowAmount(cells: readonly string[], columns: readonly BankColumn[]): Cents | string {
  const cellOf = (column: BankColumn) => (cells[columns.indexOf(column)] ?? '').trim();
  const parse = (column: BankColumn) =>
    cellOf(column) === '' ? null : parseAmount(cellOf(column));
  if (columns.includes('amount')) {
    const amount = parse('amount');
    if (amount === null) return describeAmount(cellOf('amount'));
    if (!columns.includes('direction')) return amount;
    const direction = readDirection(cellOf('direction'));
    if (!direction) return 'It says neither debit nor credit.';
    return cents(direction === 'debit' ? -Math.abs(amount) : Math.abs(amount));
  }
  const [debit, credit] = [cellOf('debit'), cellOf('credit')];
  const [out, into] = [parse('debit'), parse('credit')];
  if (debit !== '' && out === null) return describeAmount(debit);
  if (credit !== '' && into === null) return describeAmount(credit);
  if (out && into) return 'It has both a debit and a credit.';
  if (out === null && into === null) return 'It has no amount.';
  return into ? into : cents(-Math.abs(out ?? 0));
}

const otherCurrency = /[€£¥₹]|\b(?:EUR|GBP|CAD|MXN|AUD|CHF|JPY)\b/;

/** Why a cell isn't an amount; refuses the file if that is another currency. */
function describeAmount(cell: string): string {
  if (cell === '') return 'It has no amount.';
  const currency = otherCurrency.exec(cell)?.[0];
  if (currency !== undefined) throw new BankFileError(bankMessages.currency(currency));
  return `“${cell.slice(0, 40)}” isn’t an amount.`;
}

function readRow(builder: StatementBuilder, record: CsvRecord, { columns, dateOrder }: Form): void {
  const { line, cells, problem } = record;
  if (problem !== null) return builder.refuse(line, problem);
  const textOf = (column: BankColumn) => (cells[columns.indexOf(column)] ?? '').trim();
  if (
    cells.length > columns.length &&
    cells.slice(columns.length).some((cell) => cell.trim() !== '')
  ) {
    return builder.refuse(line, 'It has more values than there are columns.');
  }
  const currency = columns.includes('currency') ? textOf('currency') : '';
  if (/^[A-Za-z]{3}$/.test(currency)) requireDollars(currency);
  const local_date = parseDate(textOf('date'), dateOrder);
  if (!local_date) {
    const text = textOf('date').slice(0, 40);
    return builder.refuse(line, text ? `“${text}” isn’t a date.` : 'It has no date.');
  }
  const amount = readRowAmount(cells, columns);
  if (typeof amount === 'string') return builder.refuse(line, amount);
  const descriptor = columns
    .flatMap((column, index) => (column === 'description' ? [(cells[index] ?? '').trim()] : []))
    .filter(Boolean)
    .join(' ');
  builder.add({ line, local_date, amount, descriptor });
}

/** The order of the dates of a file, and whether somebody has to choose it. */
function findOrder(rows: readonly CsvRecord[], date: number) {
  const orders = rows.map(({ cells }) => findDateOrder(cells[date] ?? ''));
  const count = (order: string) => orders.filter((found) => found === order).length;
  const [mdy, dmy] = [count('mdy'), count('dmy')];
  const isUnclear = count('either') > 0 && mdy === 0 && dmy === 0;
  const isMixed = mdy > 0 && dmy > 0;
  return {
    order: dmy > mdy ? ('dmy' as const) : ('mdy' as const),
    isUnclear: isUnclear || isMixed,
    mdy,
    dmy,
  };
}

/** A hash of the column names, under which the choice of columns is kept. */
const hashHeader = (names: readonly string[] | null, count: number) =>
  createHash('sha256')
    .update(names ? JSON.stringify(names.map((name) => name.trim())) : `${count} columns`)
    .digest('hex');

const cut = (text: string) =>
  text.length > longestSample ? `${text.slice(0, longestSample)}…` : text;
/** Preambles and samples are shown, and may have account numbers. */
const mask = (text: string) =>
  cut(text.replaceAll('\0', '').replace(/\d{8,}/g, (run) => `…${run.slice(-4)}`));

/** The line of the column names: as chosen, or the first that looks so before the first transaction; -1 if none. */
function findHeaderIndex(records: readonly CsvRecord[], chosen: number | undefined): number {
  if (chosen !== undefined) return records.findIndex(({ line }) => line === chosen);
  return records.slice(0, firstRecords).findIndex((record) => isHeader(cellsOf(record)));
}

/**
 * Reads CSV with the columns that were chosen; whatever is missing is taken from `saved`, the choice for an earlier file
 * with the same columns, or guessed. With open questions, it reads the rows as far as it can.
 */
export async function readCsv(
  text: string,
  reading: BankReading,
  saved: (hash: string) => Promise<BankReading | null> | BankReading | null,
): Promise<BankFile> {
  const bytes = Buffer.from(text.replace(/\r\n?/g, '\n'));
  const delimiter = await findDelimiter(bytes);
  const all = await readAll(bytes, delimiter, maxBankFileLines + firstRecords);
  const records = all.filter(
    (record) => !isBlank(record) && !/^"?sep=.$/i.test(record.cells.join(delimiter)),
  );
  const header = findHeaderIndex(records, reading.header_line);
  const headerRecord = records[header];
  const names = headerRecord ? cellsOf(headerRecord).slice(0, maxColumns) : null;
  const first = names ? header + 1 : records.findIndex((record) => isTransaction(cellsOf(record)));
  if (first < 0)
    throw new BankFileError(records.length > 0 ? bankMessages.binary : bankMessages.noLines);
  const rows = records.slice(names ? first : 0);
  const samples = rows.filter(({ problem }) => problem === null).slice(0, sampleRows);
  const sampleCells = samples.map(({ cells }) => cells);
  const count = Math.min(maxColumns, names?.length ?? findUsualLength(sampleCells));
  const header_hash = hashHeader(names, count);
  const earlier = reading.columns ? null : await saved(header_hash);
  const guessed = guessColumns(names, names ? sampleCells : sampleCells.filter(isTransaction));
  const columns = pad(reading.columns ?? earlier?.columns ?? guessed, count);
  const { order, isUnclear, mdy, dmy } = findOrder(rows, columns.indexOf('date'));
  const chosenOrder = reading.date_order ?? (isUnclear ? earlier?.date_order : undefined);
  const dateOrder = chosenOrder ?? order;
  const missing = findMissing(columns);
  const questions = [
    ...(missing.length > 0 ? [bankMessages.columns(missing.join(', '))] : []),
    ...(isUnclear && !chosenOrder ? [bankMessages.dateOrder] : []),
  ];
  const builder = new StatementBuilder();
  if (missing.length === 0) for (const row of rows) readRow(builder, row, { columns, dateOrder });
  const file = builder.build('csv');
  const shown = columns.map((column, index) => ({
    name: mask((names?.[index] ?? '').trim()),
    column,
    samples: [
      ...new Set(sampleCells.map((cells) => mask((cells[index] ?? '').trim())).filter(Boolean)),
    ].slice(0, samplesOfColumn),
  }));
  return {
    ...file,
    csv: {
      header_hash,
      header_line: headerRecord?.line ?? 0,
      first_lines: records
        .slice(0, 10)
        .map(({ line, cells }) => ({ line, text: mask(cells.filter(Boolean).join(', ')) })),
      columns: shown,
      date_order: chosenOrder ?? (mdy + dmy > 0 && !isUnclear ? order : null),
      needs_date_order: isUnclear,
      questions,
    },
  };
}

/** How many values most rows have: one with more may be two that run into each other. */
function findUsualLength(rows: readonly string[][]): number {
  const byLength = Map.groupBy(rows, ({ length }) => length);
  const [usual] = [...byLength].sort(([, a], [, b]) => b.length - a.length);
  return usual?.[0] ?? 0;
}

const pad = (columns: readonly BankColumn[], count: number): BankColumn[] =>
  Array.from({ length: count }, (_, index) => columns[index] ?? 'ignore');
