import { createHash } from 'node:crypto';
import type { DateOrder } from '@lotkeeper/contract/intake/csv-reading';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toOneLine, withoutDirectionMarks } from '@lotkeeper/contract/kernel/fields';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import { bankMessages } from '@lotkeeper/contract/money/bank';
import type {
  RemittanceColumn,
  RemittanceForm,
  RemittanceReading,
} from '@lotkeeper/contract/money/remittances';
import {
  maxReference,
  maxRemittanceBytes,
  maxRemittanceLines,
  remittanceMessages,
} from '@lotkeeper/contract/money/remittances';
import type { CsvRecord } from '../files/public.ts';
import {
  describeColumns,
  findOrder,
  findOtherCurrency,
  foldName,
  openCsvTable,
  padColumns,
  parseAmount,
  parseDate,
  readText,
  UnreadableFile,
} from '../files/public.ts';
import { foldReference } from './reference.rules.ts';
import {
  findMissing,
  guessColumns,
  isBooking,
  isCancelled,
  isHeader,
  isTotal,
} from './remittance-columns.rules.ts';

/** A booking of a file. `property` is what the site calls it, which isn't kept. */
export interface RemittanceLine {
  line: number;
  reference: string;
  property: string;
  start: LocalDate;
  end: LocalDate | null;
  gross: Cents;
  commission: Cents | null;
  remitted: Cents;
  cancelled: boolean;
}

/** What a file says: its bookings, and each line that isn't one. */
export interface RemittanceFile {
  lines: RemittanceLine[];
  problems: { line: number; reason: string }[];
  /** SHA-256 (hexadecimal) of the references of bookings that can't be read. */
  unread: string[];
  /** Whether each booking that can't be read has a reference. */
  is_complete: boolean;
  csv: RemittanceForm & { header_hash: string };
}

/** A reason why a record isn't a booking, or can't be read as one. */
class NotBooking extends Error {
  /** Whether it isn't a booking at all, so that none is missing. */
  readonly isOther: boolean;

  constructor(message: string, { isOther = false } = {}) {
    super(message);
    this.isOther = isOther;
  }
}

interface Form {
  columns: readonly RemittanceColumn[];
  dateOrder: DateOrder;
  names: string[] | null;
}

const cellReader = (cells: readonly string[], columns: readonly RemittanceColumn[]) => {
  return (column: RemittanceColumn) => (cells[columns.indexOf(column)] ?? '').trim();
};

/** An amount; null for an empty cell. Refuses the file if it is in another currency. */
function readAmount(cell: string): Cents | null {
  if (/^[-–—]?$/.test(cell)) return null;
  const amount = parseAmount(cell);
  if (amount !== null) return amount;
  const currency = findOtherCurrency(cell);
  if (currency !== null) throw new UnreadableFile(remittanceMessages.currency(currency));
  throw new NotBooking(`“${cell.slice(0, 40)}” isn’t an amount.`);
}

/** What the driver paid, what the site kept, and what it remitted; what isn't in the file follows from the others. */
function readMoney(cellOf: (column: RemittanceColumn) => string, cancelled: boolean) {
  const keptAmount = readAmount(cellOf('commission'));
  const paidAmount = readAmount(cellOf('gross'));
  const remittedAmount = readAmount(cellOf('remitted'));
  if (paidAmount === null && remittedAmount === null && !cancelled)
    throw new NotBooking('It has no amount.');
  // Sites show what they keep with or without a minus.
  const size = keptAmount === null ? null : Math.abs(keptAmount);
  const sign = (paidAmount ?? remittedAmount ?? 0) < 0 ? -1 : 1;
  const commission = size === null ? null : size * sign;
  const remitted = remittedAmount ?? (paidAmount ?? 0) - (commission ?? 0);
  const gross = paidAmount ?? remitted + (commission ?? 0);
  return {
    gross: cents(gross),
    commission: commission === null ? null : cents(commission),
    remitted: cents(remitted),
  };
}

function readDay(cell: string, order: DateOrder): LocalDate {
  const day = parseDate(cell, order);
  if (day) return day;
  throw new NotBooking(cell ? `“${cell.slice(0, 40)}” isn’t a date.` : 'It has no start.');
}

function readReference(cell: string): string {
  const reference = toOneLine(
    withoutDirectionMarks(cell).normalize('NFKC').replace(/\s+/g, ' '),
  ).trim();
  if (reference.length > maxReference) throw new NotBooking('Its reference is too long.');
  // Names, email addresses and the like aren't kept.
  if (reference.includes('@')) throw new NotBooking('Its reference is an email address.');
  if (/[\p{Cc}\p{Cs}\ufffd]/u.test(reference)) throw new NotBooking('Its reference is damaged.');
  return reference;
}

const isSameNames = (cells: readonly string[], names: readonly string[]) =>
  names.every((name, index) => foldName(cells[index] ?? '') === foldName(name));

/** Reads a record, or throws why it isn't a booking. */
function readRow({ line, cells, problem }: CsvRecord, { columns, dateOrder, names }: Form) {
  if (problem !== null) throw new NotBooking(problem);
  if (names && isSameNames(cells, names))
    throw new NotBooking('It repeats the column names.', { isOther: true });
  const cellOf = cellReader(cells, columns);
  if (isTotal(cells) && parseDate(cellOf('start'), dateOrder) === null)
    throw new NotBooking('It is a total, not a booking.', { isOther: true });
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    throw new NotBooking('It has more values than there are columns.');
  const currency = cellOf('currency').toUpperCase();
  if (/^[A-Z]{3}$/.test(currency) && currency !== 'USD')
    throw new UnreadableFile(remittanceMessages.currency(currency));
  const start = readDay(cellOf('start'), dateOrder);
  const end = cellOf('end') === '' ? null : readDay(cellOf('end'), dateOrder);
  if (end !== null && end < start) throw new NotBooking('It ends before it starts.');
  const reference = readReference(cellOf('reference'));
  const property = cellOf('property').slice(0, 200);
  if (reference === '' && property === '')
    throw new NotBooking('It has neither a reference nor a property.');
  const cancelled = isCancelled(cellOf('status'));
  return { line, reference, property, start, end, cancelled, ...readMoney(cellOf, cancelled) };
}

/** The reference of a record that can't be read; '' where its cells may be in other columns. */
const findReference = ({ cells, problem }: CsvRecord, { columns }: Form) =>
  problem === null && cells.slice(columns.length).every((cell) => cell.trim() === '')
    ? cellReader(cells, columns)('reference')
    : '';

/** What is kept of a reference that couldn't be read: whatever the cell has, nobody can read it. */
const hashReference = (reference: string) =>
  createHash('sha256').update(foldReference(reference)).digest('hex');

function readRows(rows: readonly CsvRecord[], form: Form) {
  const lines: RemittanceLine[] = [];
  const problems: RemittanceFile['problems'] = [];
  const unread: string[] = [];
  let is_complete = true;
  for (const row of rows) {
    try {
      if (lines.length >= maxRemittanceLines)
        throw new UnreadableFile(remittanceMessages.tooManyLines);
      lines.push(readRow(row, form));
    } catch (error) {
      if (!(error instanceof NotBooking)) throw error;
      problems.push({ line: row.line, reason: error.message });
      if (error.isOther) continue;
      const reference = findReference(row, form);
      if (reference === '') is_complete = false;
      else unread.push(hashReference(reference));
    }
  }
  return { lines, problems, unread, is_complete };
}

/**
 * Reads a remittance file with the columns that were chosen; whatever is missing is taken from `saved`, the choice for
 * an earlier file of the site with the same columns, or guessed. With open questions, it reads the rows as far as it
 * can.
 */
export async function readRemittance(
  bytes: Buffer,
  reading: RemittanceReading,
  saved: (hash: string) => RemittanceReading | null,
): Promise<RemittanceFile> {
  const text = readText(bytes, maxRemittanceBytes, remittanceMessages);
  if (/^\s*</.test(text.slice(0, 1000))) throw new UnreadableFile(remittanceMessages.binary);
  const kind = { isHeader, isRow: isBooking, maxRows: maxRemittanceLines };
  const { table, records } = await openCsvTable(text, kind, reading.header_line);
  if (!table)
    throw new UnreadableFile(records > 0 ? remittanceMessages.binary : bankMessages.empty);
  const { names, rows, columnCount, header_hash, header_line, first_lines } = table;
  const earlier = reading.columns ? null : saved(header_hash);
  const chosen = reading.columns ?? earlier?.columns ?? guessColumns(names);
  const columns = padColumns<RemittanceColumn>(chosen, columnCount);
  const { order, isUnclear, mdy, dmy } = findOrder(rows, columns.indexOf('start'));
  // Booking sites are American: a file that doesn't show the order has the month first.
  const chosenOrder = reading.date_order ?? earlier?.date_order;
  const missing = findMissing(columns);
  const isMixed = mdy > 0 && dmy > 0;
  const questions = [
    ...(missing.length > 0 ? [remittanceMessages.columns(missing.join(', '))] : []),
    ...(isMixed && !chosenOrder ? [bankMessages.dateOrder] : []),
  ];
  const form = { columns, dateOrder: chosenOrder ?? order, names };
  const read =
    missing.length === 0
      ? readRows(rows, form)
      : { lines: [], problems: [], unread: [], is_complete: false };
  if (read.lines.length === 0 && read.problems.length === 0 && questions.length === 0)
    throw new UnreadableFile(remittanceMessages.noLines);
  return {
    ...read,
    csv: {
      header_hash,
      header_line,
      first_lines,
      columns: describeColumns(table, columns),
      date_order: chosenOrder ?? (isUnclear ? null : order),
      needs_date_order: isUnclear,
      questions,
    },
  };
}
