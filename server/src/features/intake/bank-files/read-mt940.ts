import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { daysBetween } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents, dollarsText } from '@lotkeeper/contract/kernel/money';
import { bankMessages } from '@lotkeeper/contract/money/bank';
import tags from 'mt940js/lib/tags.js';
import { parseCompactDate, parsePlainAmount, UnreadableFile } from '../files/public.ts';
import type { BankFile } from './bank-file.ts';
import { requireDollars, StatementBuilder } from './bank-file.ts';

interface Field {
  line: number;
  id: string;
  text: string[];
}

/** The fields of all statements, without the envelopes of SWIFT; and lines that belong to no field. */
function splitFields(lines: readonly string[]): { fields: Field[]; strays: number[] } {
  const fields: Field[] = [];
  const strays: number[] = [];
  let open: Field | null = null;
  for (const [index, raw] of lines.entries()) {
    const line = index + 1;
    const text = raw.trimEnd().replace(/^\{1:.*\{4:(?=$|:)|^\{4:/, '');
    const [tag, id = ''] = /^:(\d{2}[A-Z]?|NS):/.exec(text) ?? [];
    if (tag !== undefined) {
      open = { line, id, text: [text.slice(tag.length).replace(/-\}.*$/, '')] };
      fields.push(open);
    } else if (text === '' || /^-(\}.*)?$/.test(text)) {
      if (text) open = null;
    } else if (open) {
      open.text.push(text);
    } else if (!/^\{|^(?:[A-Z0-9]{3,15}[ ]?){1,4}$/.test(text)) {
      // Headers of some banks, such as `BUNQNL2A 940`, are before a statement.
      strays.push(line);
    }
  }
  return { fields, strays };
}

const factory = new tags.TagFactory();
const form61 = /^\d{6}(?:\d{4})?R?[DC][A-Z]?\d{1,12}(?:,\d{0,2})?[A-Z]/;
/** How a transaction looks whose tag was damaged, so that it seems to go on with the field before. */
const damaged61 = /^.{0,4}\d{6}(?:\d{4})?R?[DC][A-Z]?\d{1,12},\d{0,2}[A-Z][A-Z0-9]{3}/;

const toCompact = (date: LocalDate) => date.replaceAll('-', '').slice(2);

/** The day a transaction was booked. It's without a year, which may be another than that of its value. */
function findBookingDate(text: string, value: LocalDate): LocalDate | null {
  const entry = /^\d{6}(\d{4})(?=R?[DC])/.exec(text)?.[1];
  if (entry === undefined) return value;
  const year = Number(value.slice(0, 4));
  const dates = [year - 1, year, year + 1].flatMap((y) => parseCompactDate(`${y}${entry}`) ?? []);
  const distance = (date: LocalDate) => Math.abs(daysBetween(value, date));
  return dates.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

interface Transaction {
  line: number;
  local_date: LocalDate;
  amount: Cents;
  descriptor: string;
}

/** A field 61; null if it is damaged. */
function readTransaction({ line, text }: Field): Transaction | null {
  const data = text.join('\n');
  if (!form61.test(data)) return null;
  try {
    const { fields } = factory.createTag('61', '', data);
    const value = parseCompactDate(fields.date.toISOString().replaceAll('-', ''));
    // The library turns a 13th month into January.
    if (!value || toCompact(value) !== data.slice(0, 6)) return null;
    const local_date = findBookingDate(data, value);
    const descriptor = [fields.reference, fields.extraDetails].filter(Boolean).join(' ');
    const amount = cents(Math.round(fields.amount * 100));
    return local_date && { line, local_date, amount, descriptor };
  } catch {
    return null;
  }
}

interface Balance {
  line: number;
  amount: Cents;
}

/** The balance of a field 60 or 62; null if it is damaged. Refuses other currencies. */
function readBalance({ line, text }: Field): Balance | null {
  const [, sign, currency = '', size = ''] =
    /^([CD])\d{6}([A-Z]{3})(\d{1,15}(?:,\d{0,2})?)$/.exec((text[0] ?? '').trim()) ?? [];
  if (sign === undefined) return null;
  requireDollars(currency);
  const amount = parsePlainAmount(size);
  return amount === null ? null : { line, amount: cents(sign === 'D' ? -amount : amount) };
}

/** The words of a field 86: codes of its parts go, such as `?20`. */
const readDetails = ({ text }: Field) =>
  text
    .join(' ')
    .replace(/^\d{3}(?=\?)/, '')
    .replace(/\?\d{2}/g, ' ');

/** One statement while its fields are read. */
class Statement {
  readonly #into: StatementBuilder;
  readonly #line: number;
  #opening: Balance | null = null;
  #closing: Balance | null = null;
  #hasDamage = false;
  #transactions: Transaction[] = [];
  /** Whether its closing balance is that of a page, so that another one follows. */
  hasNextPage = false;
  /** Whether a field 86 that follows describes the last transaction. */
  #isOpen = false;

  constructor(into: StatementBuilder, line: number) {
    this.#into = into;
    this.#line = line;
  }

  add(field: Field): void {
    const kind = field.id.slice(0, 2);
    if (kind === '86') return this.#describe(field);
    this.#isOpen = false;
    if (kind === '25') this.#into.setAccount(field.text[0]);
    else if (kind === '61') this.#addTransaction(field);
    else if (kind === '60' || kind === '62') this.#addBalance(field, kind);
  }

  #refuse(line: number, reason: string): void {
    this.#hasDamage = true;
    this.#into.refuse(line, reason);
  }

  #addTransaction(field: Field): void {
    const transaction = readTransaction(field);
    if (!transaction) return this.#refuse(field.line, 'This transaction can’t be read.');
    this.#transactions.push(transaction);
    this.#isOpen = true;
    this.#findDamaged(field);
  }

  #findDamaged({ line, text }: Field): void {
    for (const [index, part] of text.entries()) {
      if (index > 0 && damaged61.test(part)) {
        this.#refuse(line + index, 'This looks like a transaction without its tag :61:.');
      }
    }
  }

  #describe(field: Field): void {
    const last = this.#transactions.at(-1);
    if (this.#isOpen && last) last.descriptor = readDetails(field) || last.descriptor;
    this.#findDamaged(field);
  }

  #addBalance(field: Field, kind: '60' | '62'): void {
    this.hasNextPage = field.id === '62M';
    const balance = readBalance(field);
    if (!balance) this.#refuse(field.line, 'This balance can’t be read.');
    else if (kind === '60') this.#opening ??= balance;
    else this.#closing = balance;
  }

  /** Adds the transactions, and checks that none is missing between the balances. */
  finish(): void {
    if (!this.#opening && !this.#closing) {
      if (this.#transactions.length > 0) this.#refuse(this.#line, bankMessages.noCurrency);
      return;
    }
    for (const transaction of this.#transactions) this.#into.add(transaction);
    const sum = this.#transactions.reduce((total, { amount }) => total + amount, 0);
    if (!this.#opening || !this.#closing) {
      const reason = 'A balance of this statement is missing, so lines may be missing too.';
      if (!this.#hasDamage) this.#refuse(this.#line, reason);
    } else if (this.#opening.amount + sum !== this.#closing.amount && !this.#hasDamage) {
      const difference = dollarsText(cents(this.#closing.amount - this.#opening.amount - sum));
      const reason = `The transactions don’t add up to this balance: ${difference} is missing, so a line is missing or damaged.`;
      this.#refuse(this.#closing.line, reason);
    }
  }
}

/** Reads MT940, also several statements in a file. */
export function readMt940(text: string): BankFile {
  const builder = new StatementBuilder();
  const { fields, strays } = splitFields(text.split(/\r?\n/));
  for (const line of strays) builder.refuse(line, 'This line isn’t part of a statement.');
  let statement: Statement | null = null;
  for (const field of fields) {
    if (field.id === '20' || !statement) {
      statement?.finish();
      statement = new Statement(builder, field.line);
    }
    statement.add(field);
  }
  if (!statement) throw new UnreadableFile(bankMessages.noLines);
  statement.finish();
  if (statement.hasNextPage) {
    builder.refuse(
      text.split('\n').length,
      'The file ends early: the next page of this statement is missing.',
    );
  }
  return builder.build('mt940');
}
