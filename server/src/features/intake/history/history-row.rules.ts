import type { DateOrder } from '@lotkeeper/contract/intake/csv-reading';
import type { HistoryContents, MoneyForm } from '@lotkeeper/contract/intake/history';
import { historyMessages, historyYears, propertyZone } from '@lotkeeper/contract/intake/history';
import type { HistoryField } from '@lotkeeper/contract/intake/history-columns';
import { csvMessages } from '@lotkeeper/contract/intake/visitors-csv';
import type { Instant, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addMonths, atLocalTime, instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { carFields } from '@lotkeeper/contract/kernel/car-fields';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents, computeProportion, zeroCents } from '@lotkeeper/contract/kernel/money';
import { isPlaceholder } from '@lotkeeper/contract/kernel/plates';
import { readEmail } from '@lotkeeper/contract/kernel/typed-text';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import { parsePhone } from '../../../kernel/messages/phones.ts';
import type { CarInput } from '../../../records/cars.ts';
import type { CsvRecord } from '../files/public.ts';
import { cleanCell, cutText, findState, replacementCharacter } from '../files/public.ts';
import type { HistoryItem, LaterRow, RentalRow } from './history-item.ts';
import {
  findNoIncome,
  isRefundKind,
  isReturnKind,
  isUnpaid,
  readKind,
  readStatus,
} from './history-kinds.rules.ts';
import { findZone, parseMoney, parseTime } from './history-values.rules.ts';

/** A property that rows belong to. */
export interface HistorySpot {
  pk: number;
  timezone: TimeZone;
  /** Where its cars are registered, if a row doesn’t say. */
  state: string;
}

/** What a minus means in a file, as all its rows show. */
export interface FileSigns {
  /** Whether refunds have a minus, so that one without is money that came back. */
  refunds: boolean;
  /** Whether fees have a minus, so that one without was given back; null if a sign means nothing. */
  fees: boolean | null;
}

/** How the rows of a file are read. */
export interface RowReading {
  indexes: Partial<Record<HistoryField, number>>;
  /** Columns of fees that apps keep. */
  appFees: readonly number[];
  columnCount: number;
  contents: HistoryContents;
  zone: string;
  date_order: DateOrder;
  money_form: MoneyForm;
  extras_included: boolean;
  signs: FileSigns;
  /** The property of all rows; null if a column names it. */
  spot: HistorySpot | null;
  spots: ReadonlyMap<string, HistorySpot | null>;
  /** Months that are closed, by their first day. */
  closed: ReadonlySet<string>;
  now: Instant;
}

/** Why a row is refused, as a message. */
class RowProblem extends Error {}

const refuse = (message: string): never => {
  throw new RowProblem(message);
};

const largestAmount = 100_000_000;
const maxId = 100;
/** A longer cell is none of what rows are read for; the rules of words and times needn't see it. */
export const longestCell = 500;
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Cs}]/gu;

/** Most cells: nothing in them has to be taken away. */
const isPlain = /^(?!['=])[ -~]*$/;

/** Characters of a cell in a message. */
const longestExcerpt = 60;

/** The text of a cell, without control characters and what spreadsheets put around it. */
export const cleanText = (cell = '') =>
  isPlain.test(cell) ? cell.trim() : cleanCell(cell.replace(controls, ''));

/** The cells of a row by what they contain. */
class Row {
  readonly #cells: readonly string[];
  readonly reading: RowReading;

  constructor(cells: readonly string[], reading: RowReading) {
    this.#cells = cells;
    this.reading = reading;
  }

  text(field: HistoryField): string {
    const text = cleanText(this.#cells[this.reading.indexes[field] ?? -1]);
    return text.length > longestCell ? refuse(`${field}: ${historyMessages.longCell}`) : text;
  }

  /** An amount; null for an empty cell. */
  money(field: HistoryField): Cents | null {
    const text = this.text(field);
    if (text === '') return null;
    const amount = parseMoney(text, this.reading.money_form);
    if (amount === null) return refuse(`${field}: ${historyMessages.amount(text.slice(0, 40))}`);
    return Math.abs(amount) > largestAmount ? refuse(historyMessages.tooLarge) : amount;
  }

  /** Tips and fees of apps. */
  extras(): Cents {
    const { indexes, appFees, money_form } = this.reading;
    const cells = [indexes.tip ?? -1, ...appFees].map((index) => cleanText(this.#cells[index]));
    const amounts = cells.map((cell) => (cell === '' ? zeroCents : parseMoney(cell, money_form)));
    const wrong = amounts.indexOf(null);
    if (wrong >= 0) return refuse(historyMessages.amount((cells[wrong] ?? '').slice(0, 40)));
    return cents(amounts.reduce<number>((sum, amount) => sum + Math.abs(amount ?? 0), 0));
  }

  /** The zone of the row’s times. */
  zone(spot: HistorySpot): TimeZone {
    const { zone } = this.reading;
    const cell = this.text('zone');
    if (cell === '') return zone === propertyZone ? spot.timezone : zone;
    return findZone(cell) ?? refuse(`zone: ${historyMessages.zone(cell.slice(0, 40))}`);
  }

  /** A time; null for an empty cell. `after` chooses the second one in a repeated hour. */
  time(day: HistoryField, time: HistoryField | null, zone: TimeZone, after: Instant | null = null) {
    const text = this.text(day);
    if (text === '') return null;
    const clock = time === null ? '' : this.text(time);
    const read = parseTime(text, clock, { order: this.reading.date_order, zone });
    const excerpt = cutText(`${text} ${clock}`.trim(), longestExcerpt);
    if (read === 'wrong') return refuse(`${day}: ${historyMessages.time(excerpt)}`);
    if (read === 'skipped') return refuse(`${day}: ${historyMessages.skippedHour(excerpt)}`);
    return after !== null && read.at < after ? read.later : read.at;
  }
}

function findSpot(row: Row): HistorySpot {
  const { spot, spots } = row.reading;
  if (spot) return spot;
  const name = row.text('property');
  if (name === '') return refuse(historyMessages.noSpotName);
  return (
    spots.get(name.slice(0, 200)) ??
    refuse(historyMessages.spotNamed(cutText(name, longestExcerpt)))
  );
}

const readId = (row: Row, field: 'id' | 'rental_id'): string | null => {
  const id = row.text(field);
  if (id.length > maxId) return refuse(`${field}: ${historyMessages.idTooLong}`);
  return id || null;
};

function checkTime(at: Instant, { timezone }: HistorySpot, { now, closed }: RowReading): Instant {
  if (at > now) return refuse(historyMessages.future);
  if (at < now - historyYears * 366 * dayMs) return refuse(historyMessages.tooOld);
  const month = `${toLocalDate(at, timezone).slice(0, 7)}-01`;
  if (closed.has(month)) return refuse(historyMessages.closed(month.slice(0, 7)));
  return at;
}

const typeWords: readonly [RentalType, RegExp][] = [
  ['monthly', /month|permit|subscription|contract/i],
  ['flat_rate', /flat|event/i],
  ['daily', /dai|day|overnight/i],
  ['hourly', /hour|transient|short/i],
];

function findRentalType(row: Row, starts_at: Instant, ends_at: Instant): RentalType {
  const words = row.text('rental_type');
  const match = typeWords.find(([, pattern]) => pattern.test(words));
  if (match) return match[0];
  return ends_at - starts_at >= dayMs ? 'daily' : 'hourly';
}

/** The car; null if no plate is known. */
function readCar(row: Row, spot: HistorySpot): CarInput | null {
  const plate = row.text('plate').replace(/^(\d+)\.0+$/, '$1');
  if (!/[\p{L}\p{N}]/u.test(plate) || isPlaceholder(plate)) return null;
  const parsed = carFields.plate.safeParse(plate);
  const isShortened = /^\d+[.,]\d+(?:E[+-]?\d+)?$/i.test(plate);
  if (!parsed.success || isShortened) return refuse(`plate: ${historyMessages.plate}`);
  const region = findState(row.text('state') || spot.state, null) ?? findState(spot.state, null);
  return region ? { plate: parsed.data, state: region.state, country: region.country } : null;
}

function readRenter(row: Row): RentalRow['renter'] {
  const name = row.text('name');
  const [first = '', ...rest] = name.split(' ').filter(Boolean);
  const first_name = row.text('first_name') || first;
  const last_name = row.text('last_name') || rest.join(' ');
  const typedPhone = row.text('phone');
  const typedEmail = row.text('email');
  const email = typedEmail ? readEmail(typedEmail) : null;
  const phone = typedPhone ? parsePhone(typedPhone, 'US') : null;
  const cut = (text: string) => text.slice(0, 80) || null;
  const renter = { first_name: cut(first_name), last_name: cut(last_name), email, phone };
  return Object.values(renter).some((value) => value !== null) ? renter : null;
}

/** A driver who parks by the month now: nothing is charged for what was paid elsewhere. */
function readMonthlyDriver(row: Row, spot: HistorySpot): RentalRow {
  const { reading } = row;
  const zone = row.zone(spot);
  const starts_at =
    row.time('starts_at', 'starts_time', zone) ?? refuse(historyMessages.missingTime);
  const ends_at = row.time('ends_at', 'ends_time', zone, starts_at);
  if (ends_at !== null && ends_at < starts_at) return refuse(historyMessages.end);
  const car = readCar(row, spot);
  const renter = readRenter(row);
  if (!car && !renter) return refuse(historyMessages.nobody);
  const price = row.money('price_monthly') ?? row.money('amount') ?? row.money('price');
  if (price !== null && price < 0) return refuse(historyMessages.missingAmount);
  const [amount, tax, fee, refund] = [zeroCents, zeroCents, zeroCents, zeroCents];
  const money = {
    amount,
    tax,
    fee,
    refund,
    refund_tax: zeroCents,
    paid_at: checkTime(starts_at, spot, reading),
  };
  const id = readId(row, 'id');
  return {
    kind: 'rental',
    id,
    spot_pk: spot.pk,
    rental_type: 'monthly',
    starts_at,
    ends_at,
    car,
    renter,
    price_monthly: price,
    ...money,
  };
}

const size = (amount: Cents | null) => cents(Math.abs(amount ?? 0));

/** What the processor kept; negative if it was given back. */
function readFee(row: Row): Cents {
  const fee = row.money('fee') ?? zeroCents;
  const { fees } = row.reading.signs;
  if (fees === null) return size(fee);
  return cents(fees ? 0 - fee : fee);
}

/** The amount of a row with its tax, without tips and fees of apps; negative if it was given back. */
function readAmount(row: Row): Cents {
  const whole = readWhole(row);
  const extras = row.reading.extras_included ? row.extras() : zeroCents;
  if (extras > size(whole)) return refuse(historyMessages.extrasTooLarge);
  return cents(whole - Math.sign(whole) * extras);
}

function readWhole(row: Row): Cents {
  const tax = row.money('tax');
  const amount = row.money('amount');
  if (amount !== null) return amount;
  const price = row.money('price');
  if (price !== null) return cents(price + Math.sign(price) * size(tax));
  const refund = row.money('refund');
  return refund !== null && row.reading.contents === 'refunds'
    ? refund
    : refuse(historyMessages.missingAmount);
}

interface Money {
  id: string | null;
  spot_pk: number;
  paid_at: Instant;
  amount: Cents;
  tax: Cents;
  fee: Cents;
}

/** A refund that came back: it lowers the refunds of its day. */
const toReturned = (money: Money): Money => ({
  ...money,
  amount: cents(0 - money.amount),
  tax: cents(0 - money.tax),
});

function readLater(row: Row, kind: LaterRow['kind'], money: Money): LaterRow {
  const rental_id = readId(row, 'rental_id');
  // Without the ID of its payment, its own may be that. Then it doesn’t identify the refund.
  const id = rental_id === null ? null : money.id;
  return { kind, ...money, id, rental_id: rental_id ?? money.id };
}

/** What was refunded in the row of its payment: as much as it says, or all if its status says so. */
function readRefund(row: Row, amount: Cents): Cents {
  const refund = size(row.money('refund'));
  const text = row.text('status');
  const status = readStatus(text);
  if (refund > 0 || (status !== 'refunded' && status !== 'partly')) return refund;
  return status === 'refunded' ? amount : refuse(historyMessages.partlyRefunded(text.slice(0, 40)));
}

function readRental(row: Row, spot: HistorySpot, zone: TimeZone, money: Money): RentalRow {
  const starts_at = row.time('starts_at', 'starts_time', zone) ?? money.paid_at;
  const ends = row.time('ends_at', 'ends_time', zone, starts_at);
  if (ends !== null && ends < starts_at) return refuse(historyMessages.end);
  const rental_type = findRentalType(row, starts_at, ends ?? starts_at);
  const month = () =>
    atLocalTime(addMonths(toLocalDate(starts_at, spot.timezone), 1), 0, spot.timezone);
  const ends_at =
    ends ?? (rental_type === 'monthly' ? instant(Math.max(month(), starts_at)) : starts_at);
  const refund = readRefund(row, money.amount);
  const refundedAt = refund > 0 ? row.time('refunded_at', null, zone) : null;
  if (refund > money.amount) return refuse(historyMessages.refundTooLarge);
  const price_monthly = row.money('price_monthly');
  return {
    kind: 'rental',
    ...money,
    rental_type,
    starts_at,
    ends_at,
    refund,
    refund_tax: refund > 0 ? computeProportion(money.tax, refund, money.amount) : zeroCents,
    car: readCar(row, spot),
    renter: readRenter(row),
    price_monthly: price_monthly === null ? null : size(price_monthly),
    ...(refundedAt === null ? {} : { refunded_at: checkTime(refundedAt, spot, row.reading) }),
  };
}

function readItem(row: Row): HistoryItem {
  const { reading } = row;
  const status = row.text('status');
  const kind = readKind(row.text('kind'));
  const noIncome = findNoIncome(kind);
  if (noIncome !== null) return refuse(noIncome);
  if (readStatus(status) === 'unpaid') return refuse(historyMessages.notPaid(status.slice(0, 40)));
  const isGivenBack = isRefundKind(kind) || reading.contents === 'refunds';
  const spot = findSpot(row);
  if (reading.contents === 'monthly_drivers') return readMonthlyDriver(row, spot);
  const zone = row.zone(spot);
  const paid =
    row.time('paid_at', 'paid_time', zone) ??
    row.time('starts_at', 'starts_time', zone) ??
    refuse(historyMessages.missingTime);
  const signed = readAmount(row);
  const money = {
    id: readId(row, 'id'),
    spot_pk: spot.pk,
    paid_at: checkTime(paid, spot, reading),
    amount: size(signed),
    tax: size(row.money('tax')),
    fee: readFee(row),
  };
  if (money.tax > money.amount) return refuse(historyMessages.taxTooLarge);
  if (isGivenBack || signed < 0) {
    if (isUnpaid(status)) return refuse(historyMessages.notPaid(status.slice(0, 40)));
    const isReturned = reading.signs.refunds
      ? signed > 0
      : isReturnKind(kind) || (isGivenBack && signed < 0);
    if (!isReturned && !reading.signs.refunds && /\bwon\b/i.test(status))
      return refuse(historyMessages.wonDispute);
    return readLater(row, 'refund', isReturned ? toReturned(money) : money);
  }
  const rental_id = readId(row, 'rental_id');
  return rental_id === null || rental_id === money.id
    ? readRental(row, spot, zone, money)
    : readLater(row, 'payment', money);
}

/** What the file says of a row that is read, and what was read; without those columns there is nothing. */
export interface RowComparison {
  net: { file: number; read: number } | null;
  total: { file: number; read: number } | null;
}

/** Compares the net and the total of a row with what was read from its other columns. */
export function compareRow(
  { cells }: CsvRecord,
  item: HistoryItem,
  reading: RowReading,
): RowComparison {
  const row = new Row(cells, reading);
  const isRefund = item.kind === 'refund';
  const amount = isRefund ? -item.amount : item.amount;
  const refund = item.kind === 'rental' ? item.refund : 0;
  const add = (extras: number) => amount + Math.sign(amount) * extras;
  const compare = (field: 'net' | 'total', read: () => number) => {
    try {
      const file = row.money(field);
      if (file === null) return null;
      const isUnsigned = isRefund && amount < 0 && !reading.signs.refunds;
      return { file: isUnsigned ? -size(file) : file, read: read() };
    } catch (error) {
      if (error instanceof RowProblem) return null;
      throw error;
    }
  };
  return {
    net: compare('net', () => {
      const tip = reading.extras_included ? size(row.money('tip')) : 0;
      return add(tip) - refund - item.fee;
    }),
    total: compare('total', () => add(row.extras())),
  };
}

/** What a row records, or why it is refused, as a text. */
export function itemOfRow(
  { cells, problem }: CsvRecord,
  reading: RowReading,
): HistoryItem | string {
  if (problem !== null) return problem;
  const used = Object.values(reading.indexes).map((index) => cells[index] ?? '');
  if (used.some((cell) => cell.includes(replacementCharacter))) return csvMessages.unreadable;
  if (cells.slice(reading.columnCount).some((cell) => cleanText(cell) !== ''))
    return csvMessages.moreCells;
  try {
    return readItem(new Row(cells, reading));
  } catch (error) {
    if (error instanceof RowProblem) return error.message;
    throw error;
  }
}
