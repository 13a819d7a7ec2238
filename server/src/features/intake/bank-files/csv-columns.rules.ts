import type { BankColumn } from '@lotkeeper/contract/money/bank';
import { foldName, parseAmount, parseDate } from '../files/public.ts';

/** What names mean, the surest first; of several columns with the same meaning, the surest wins. */
const meanings: readonly [BankColumn, RegExp][] = [
  ['ignore', /balance|saldo|solde/],
  ['date', /^(?:post(?:ed|ing)?|booking|booked|transaction|trans|tran) date$/],
  ['date', /^(?:date|fecha|datum|day)$/],
  ['date', /\b(?:date|fecha)\b|^posted/],
  ['direction', /debit (?:or )?credit|credit (?:or )?debit|^(?:dr cr|cr dr|indicator|direction)$/],
  ['debit', /\b(?:debits?|withdrawals?|paid out|money out|payments?|cargos?)\b/],
  ['credit', /\b(?:credits?|deposits?|paid in|money in|receipts?|abonos?)\b/],
  ['amount', /^(?:amount|transaction amount|amount usd|usd|importe|monto)$/],
  ['amount', /\b(?:amount|importe|monto|value|sum)\b/],
  ['status', /\bstatus\b|\bestado\b|^statut$|^state$/],
  ['currency', /^(?:currency|ccy|curr|moneda)(?: code)?$/],
  ['description', /^(?:transaction )?description$|^descripcion$/],
  [
    'description',
    /^(?:description|transaction description|descripcion|details|narrative|payee|name)$/,
  ],
  ['description', /descri|memo|detail|narrat|payee|particulars|merchant|concepto|^name$/],
];

/** The place of a name in the list of meanings. */
const findMeaning = (name: string) => {
  const folded = foldName(name);
  return folded === '' ? -1 : meanings.findIndex(([, pattern]) => pattern.test(folded));
};

const directionWords = /^(?:dr|cr|d|c|debit|credit)$/i;

/** Whether money left the account, by a word of a column; null for other words. */
export function readDirection(cell: string): 'debit' | 'credit' | null {
  const text = cell.trim();
  if (!directionWords.test(text)) return null;
  return /^d/i.test(text) ? 'debit' : 'credit';
}

const bookedWords =
  /^(?:post|book|complet|clear|settle|sent$|success|succeed|paid|processed|execut|received|final|reconcil|done$|ok$|c$|contabiliza|liquida)/i;
const openWords =
  /\b(?:fail|pend|cancel|declin|reject|block|void|revers|revert|return|schedul|upcoming|process(?:ing|o)|in progress|hold|held|authoriz|initiat|creat|queue|draft|expir|submit|(?:in|under) review|uncleared|unposted|unsuccess|incomplet|not |error|bounced|nsf|rechaz|fallid)/i;

/** Whether the money has moved, by the status of a row; null for words that may mean either. */
export function readStatus(cell: string): 'booked' | 'open' | null {
  const text = cell.trim();
  if (openWords.test(text)) return 'open';
  return text === '' || bookedWords.test(text) ? 'booked' : null;
}

const filled = (rows: readonly string[][], index: number) =>
  rows.map((cells) => (cells[index] ?? '').trim()).filter((cell) => cell !== '');

const isDate = (cell: string) => parseDate(cell, 'mdy') !== null || parseDate(cell, 'dmy') !== null;
const isAmount = (cell: string) => parseAmount(cell) !== null && !/^\d{8,}$/.test(cell);

/** The columns of a file without usable names, by their values. */
function guessByValues(rows: readonly string[][], count: number): BankColumn[] {
  const columns = Array.from({ length: count }, (): BankColumn => 'ignore');
  const candidates = columns.map((_, index) => filled(rows, index));
  const all = (index: number, test: (cell: string) => boolean) => {
    const cells = candidates[index] ?? [];
    return cells.length > 0 && cells.every((cell) => test(cell));
  };
  const indexes = columns.map((_, index) => index);
  const date = indexes.find((index) => all(index, isDate));
  const amount = indexes.find((index) => index !== date && all(index, isAmount));
  const lengths = candidates.map((cells) => cells.join('').length / Math.max(1, cells.length));
  const [text] = indexes
    .filter((index) => !all(index, isDate) && !all(index, isAmount))
    .sort((a, b) => (lengths[b] ?? 0) - (lengths[a] ?? 0));
  if (date !== undefined) columns[date] = 'date';
  if (amount !== undefined) columns[amount] = 'amount';
  if (text !== undefined && (lengths[text] ?? 0) > 0) columns[text] = 'description';
  const status = indexes.find(
    (index) => columns[index] === 'ignore' && all(index, (cell) => readStatus(cell) !== null),
  );
  if (status !== undefined) columns[status] = 'status';
  return columns;
}

/** What the columns contain, by their names, or by their values where there are none. */
export function guessColumns(
  names: readonly string[] | null,
  rows: readonly string[][],
): BankColumn[] {
  if (!names) return guessByValues(rows, Math.max(0, ...rows.map(({ length }) => length)));
  const ranks = names.map(findMeaning);
  const columns = names.map((): BankColumn => 'ignore');
  for (const column of [
    'date',
    'direction',
    'debit',
    'credit',
    'amount',
    'status',
    'currency',
    'description',
  ] as const) {
    const [best] = ranks
      .map((rank, index) => ({ rank, index }))
      .filter(({ rank }) => meanings[rank]?.[0] === column)
      .sort((a, b) => a.rank - b.rank || a.index - b.index);
    if (best) columns[best.index] = column;
  }
  const isState = (index: number) => {
    const cells = filled(rows, index);
    return cells.length > 0 && cells.every((cell) => readStatus(cell) !== null);
  };
  // A column named “State” may name places.
  const named = columns.map((column, index) =>
    column === 'status' && foldName(names[index] ?? '') === 'state' && !isState(index)
      ? 'ignore'
      : column,
  );
  return withoutContradictions(named, rows);
}

/** An amount beside debit and credit would count twice. A debit or credit column of words is a direction. */
function withoutContradictions(columns: BankColumn[], rows: readonly string[][]): BankColumn[] {
  const isWords = (index: number) => {
    const cells = filled(rows, index);
    return cells.length > 0 && cells.every((cell) => readDirection(cell) !== null);
  };
  let result = columns.map((column, index) =>
    ['debit', 'credit', 'direction'].includes(column) && !isWords(index) && column === 'direction'
      ? 'ignore'
      : column,
  );
  const amount = result.indexOf('amount');
  if (amount < 0) return result;
  if (result.includes('debit') || result.includes('credit')) {
    result = result.map((column) => (column === 'amount' ? 'ignore' : column));
  }
  const isSigned = filled(rows, amount).some((cell) => (parseAmount(cell) ?? 0) < 0);
  if (isSigned || result.includes('direction')) {
    return isSigned ? result.map((c) => (c === 'direction' ? 'ignore' : c)) : result;
  }
  const words = columns.findIndex((column, index) => column === 'ignore' && isWords(index));
  return result.map((column, index) => (index === words ? 'direction' : column));
}

/** What is missing to read a file, in words; empty if nothing is. */
export function findMissing(columns: readonly BankColumn[]): string[] {
  const hasColumn = (column: BankColumn) => columns.includes(column);
  return [
    ...(hasColumn('date') ? [] : ['the date']),
    ...(hasColumn('amount') || hasColumn('credit') || hasColumn('debit') ? [] : ['the amount']),
    ...(hasColumn('description') ? [] : ['the description']),
  ];
}

/** How likely a record names columns: at least a date and an amount. */
export function isHeader(cells: readonly string[]): boolean {
  const found = new Set(cells.map((cell) => meanings[findMeaning(cell)]?.[0]));
  const hasAmount = found.has('amount') || found.has('debit') || found.has('credit');
  return found.has('date') && hasAmount && !cells.some((cell) => isDate(cell.trim()));
}

/** Whether a record is a transaction: it has a date and an amount. */
export const isTransaction = (cells: readonly string[]) =>
  cells.some((cell) => isDate(cell.trim())) &&
  cells.some((cell) => isAmount(cell.trim()) && !isDate(cell.trim()));
