import type { DateOrder } from '@lotkeeper/contract/intake/csv-reading';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { BankColumn, BankReading } from '@lotkeeper/contract/money/bank';
import { bankMessages, maxBankFileLines } from '@lotkeeper/contract/money/bank';
import type { CsvRecord } from '../files/public.ts';
import {
  describeColumns,
  findOrder,
  findOtherCurrency,
  openCsvTable,
  padColumns,
  parseAmount,
  parseDate,
  UnreadableFile,
} from '../files/public.ts';
import type { BankFile } from './bank-file.ts';
import { requireDollars, StatementBuilder } from './bank-file.ts';
import {
  findMissing,
  guessColumns,
  isHeader,
  isTransaction,
  readDirection,
  readStatus,
} from './csv-columns.rules.ts';

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

/** Why a cell isn't an amount; refuses the file if that is another currency. */
function describeAmount(cell: string): string {
  if (cell === '') return 'It has no amount.';
  const currency = findOtherCurrency(cell);
  if (currency !== null) throw new UnreadableFile(bankMessages.currency(currency));
  return `“${cell.slice(0, 40)}” isn’t an amount.`;
}

const balanceWords =
  /^(?:(?:beginning|opening|starting|ending|closing|previous|current|available|ledger|statement|daily)\s+){0,2}balance\b(?!\s+transfer)|\bbalance (?:(?:brought|carried) )?forward\b|^saldo\b/i;
const amountColumns: readonly BankColumn[] = ['amount', 'credit', 'debit'];

/** Whether a row shows a balance alone, as some banks put before and after the transactions. */
const isBalance = (cells: readonly string[], columns: readonly BankColumn[]) =>
  columns.every((column, index) => !amountColumns.includes(column) || !cells[index]?.trim()) &&
  cells.some((cell) => balanceWords.test(cell.trim()));

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
  if (isBalance(cells, columns)) return;
  const status = columns.includes('status') ? textOf('status') : '';
  const state = readStatus(status);
  if (state !== 'booked') {
    const excerpt = status.slice(0, 40);
    return builder.refuse(
      line,
      state === 'open' ? bankMessages.notBooked(excerpt) : bankMessages.unknownStatus(excerpt),
    );
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

/** The saved columns; one that was ignored is the status if its rows say that something isn't booked. */
const withStatus = (
  columns: readonly BankColumn[],
  guessed: readonly BankColumn[],
  rows: readonly CsvRecord[],
): BankColumn[] =>
  columns.map((column, index) =>
    column === 'ignore' &&
    guessed[index] === 'status' &&
    rows.some(({ cells }) => readStatus(cells[index] ?? '') === 'open')
      ? 'status'
      : column,
  );

/**
 * Reads CSV with the columns that were chosen; whatever is missing is taken from `saved`, the choice for an earlier file
 * with the same columns, or guessed. With open questions, it reads the rows as far as it can.
 */
export async function readCsv(
  text: string,
  reading: BankReading,
  saved: (hash: string) => Promise<BankReading | null> | BankReading | null,
): Promise<BankFile> {
  const kind = { isHeader, isRow: isTransaction, maxRows: maxBankFileLines };
  const { table, records } = await openCsvTable(text, kind, reading.header_line);
  if (!table) throw new UnreadableFile(records > 0 ? bankMessages.binary : bankMessages.noLines);
  const { names, rows, samples, columnCount, header_hash, header_line, first_lines } = table;
  const earlier = reading.columns ? null : await saved(header_hash);
  const guessed = guessColumns(names, names ? samples : samples.filter(isTransaction));
  const savedColumns = earlier?.columns && withStatus(earlier.columns, guessed, rows);
  const columns = padColumns<BankColumn>(reading.columns ?? savedColumns ?? guessed, columnCount);
  const { order, isUnclear, mdy, dmy } = findOrder(rows, columns.indexOf('date'));
  const chosenOrder = reading.date_order ?? (isUnclear ? earlier?.date_order : undefined);
  const dateOrder = chosenOrder ?? order;
  const missing = findMissing(columns);
  const questions = [
    ...(missing.length > 0 ? [bankMessages.columns(missing.join(', '))] : []),
    ...(isUnclear && !chosenOrder ? [bankMessages.dateOrder] : []),
  ];
  const builder = new StatementBuilder();
  const widest = Math.max(0, ...rows.map(({ cells }) => cells.length));
  // Names of columns have no amounts behind them.
  if (names?.slice(widest).some((name) => /\d/.test(name))) {
    builder.refuse(
      header_line,
      'It has more values than any other line: two lines run into each other.',
    );
  }
  if (missing.length === 0) for (const row of rows) readRow(builder, row, { columns, dateOrder });
  const file = builder.build('csv');
  return {
    ...file,
    csv: {
      header_hash,
      header_line,
      first_lines,
      columns: describeColumns(table, columns),
      date_order: chosenOrder ?? (mdy + dmy > 0 && !isUnclear ? order : null),
      needs_date_order: isUnclear,
      questions,
    },
  };
}
