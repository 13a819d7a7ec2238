import type { RemittanceColumn } from '@lotkeeper/contract/money/remittances';
import { foldName, parseAmount, parseDate } from '../files/public.ts';

/** What names mean, the surest first; of several columns with the same meaning, the surest wins. */
const meanings: readonly [RemittanceColumn, RegExp][] = [
  ['ignore', /\b(?:email|e mail|phone|plate|license|driver|customer|renter|vehicle)\b|\btax\b/],
  [
    'reference',
    /^(?:booking|reservation|rental|confirmation|order)(?: (?:id|number|no|reference|ref|code))?$/,
  ],
  [
    'reference',
    /\b(?:booking|reservation|rental|confirmation|order) (?:id|number|no|reference|ref|code)\b/,
  ],
  ['reference', /^(?:reference|ref|confirmation|id)\b/],
  ['status', /\bstatus\b|^state$/],
  ['currency', /^(?:currency|ccy)(?: code)?$/],
  ['remitted', /\b(?:remit(?:ted|tance)?|payout|payable|owed|due|net)\b/],
  ['commission', /\b(?:commission|fee|fees|service charge)\b/],
  ['gross', /\bgross\b|^(?:price|amount|total|total price|booking amount|rental price)$/],
  ['gross', /\b(?:price|amount|paid|total|revenue|sales?)\b/],
  ['property', /\b(?:facility|property|location|garage|lot|site|venue)(?: (?:name|title))?$/],
  ['start', /\b(?:start|starts|arrival|arrive|check in|entry|enter|begin|from|in)\b/],
  ['end', /\b(?:end|ends|departure|depart|check out|exit|leave|to|out)\b/],
  ['start', /\b(?:date|day)\b/],
];
const order = [
  'reference',
  'status',
  'currency',
  'remitted',
  'commission',
  'gross',
  'property',
  'start',
  'end',
] as const;

/** The place of a name in the list of meanings; -1 for none. */
const findMeaning = (name: string) => {
  const folded = foldName(name);
  // A rate isn't what was kept.
  return folded === '' || /%|\b(?:percent|rate)\b/i.test(name)
    ? -1
    : meanings.findIndex(([, pattern]) => pattern.test(folded));
};

const isDate = (cell: string) => parseDate(cell, 'mdy') !== null || parseDate(cell, 'dmy') !== null;
const isAmount = (cell: string) => parseAmount(cell) !== null && !/^\d{6,}$/.test(cell);

/** What the columns contain, by their names; without usable names, somebody has to choose. */
export function guessColumns(names: readonly string[] | null): RemittanceColumn[] {
  const columns = (names ?? []).map((): RemittanceColumn => 'ignore');
  const ranks = (names ?? []).map(findMeaning);
  for (const column of order) {
    const [best] = ranks
      .map((rank, index) => ({ rank, index }))
      .filter(({ rank }) => meanings[rank]?.[0] === column)
      .sort((a, b) => a.rank - b.rank || a.index - b.index);
    if (best) columns[best.index] = column;
  }
  return columns;
}

/** What is missing to read a file, in words; empty if nothing is. */
export function findMissing(columns: readonly RemittanceColumn[]): string[] {
  const hasColumn = (column: RemittanceColumn) => columns.includes(column);
  return [
    ...(hasColumn('reference') || hasColumn('property')
      ? []
      : ['the booking reference or the property']),
    ...(hasColumn('start') ? [] : ['the start']),
    ...(hasColumn('remitted') || hasColumn('gross') ? [] : ['the amount that was remitted']),
  ];
}

/** Whether a record names columns: at least a start and an amount. */
export function isHeader(cells: readonly string[]): boolean {
  const found = new Set(cells.map((cell) => meanings[findMeaning(cell)]?.[0]));
  const hasAmount = found.has('gross') || found.has('remitted');
  const isData = cells.some((cell) => isDate(cell.trim()) || isAmount(cell.trim()));
  return found.has('start') && hasAmount && !isData;
}

/** Whether a record is a booking: it has a date and an amount. */
export const isBooking = (cells: readonly string[]) =>
  cells.some((cell) => isDate(cell.trim())) &&
  cells.some((cell) => isAmount(cell.trim()) && !isDate(cell.trim()));

/** Whether a status says that a booking was cancelled. */
export const isCancelled = (status: string) =>
  /(?<!\b(?:not|non|no)[\s-]{0,5})\b(?:cancel(?:l?ed|l?ation)?|void(?:ed)?|refund(?:ed)?|annulled|reversed|declined)\b/i.test(
    status,
  );

/** Whether the first filled cell of a record begins a total, such as `Grand total`. */
export const isTotal = (cells: readonly string[]) =>
  /^(?:(?:grand|sub|report|file|page)[ -]?)?totals?\b|^sum(?:me)?\b/i.test(
    cells.find((cell) => cell.trim() !== '')?.trim() ?? '',
  );
