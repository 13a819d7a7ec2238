import type { HistoryContents } from '@lotkeeper/contract/money/history';
import type { HistoryColumn, HistoryField } from '@lotkeeper/contract/money/history-columns';
import { historyFields } from '@lotkeeper/contract/money/history-columns';
import type { HistoryPresetName } from '@lotkeeper/contract/money/history-presets';
import { historyPresetNames, historyPresets } from '@lotkeeper/contract/money/history-presets';
import type { TableKind } from '../../operations/visitors-csv/public.ts';
import { foldName, parseAmount, parseDate } from '../csv-table/public.ts';

/** What names mean, the surest first; of several columns with the same meaning, the surest wins. */
const meanings: readonly [HistoryColumn, RegExp][] = [
  [
    'ignore',
    /\b(?:card|brand|last ?4|pan|device|cashier|operator|balance|payout|deposit id|lead time)\b/,
  ],
  [
    'rental_id',
    /^(?:original|parent|refunded|charge|parking session|parking) (?:transaction|payment|ticket|charge|id)\b/,
  ],
  ['rental_id', /^(?:rental|booking|reservation|session) (?:id|number|no)$/],
  [
    'id',
    /^(?:transaction|payment|ticket|receipt|order|charge|permit|account) (?:id|number|no|ref|reference|nbr)$|^id$/,
  ],
  ['id', /^(?:ticket|transaction|receipt|reference|ref|confirmation)(?: (?:number|no|code))?$/],
  ['currency', /^(?:currency|ccy)(?: code)?$/],
  ['status', /\bstatus\b/],
  ['price_monthly', /\bmonthly (?:price|rate|fee|amount)\b|\b(?:price|rate|fee) (?:per|a) month\b/],
  ['rental_type', /\b(?:rental|parking|parker|rate|product|ticket|stay) (?:type|class|category)\b/],
  ['kind', /\b(?:transaction|payment|event|entry|record) type\b|^(?:type|kind|category)$/],
  ['plate', /\b(?:plate|lpn|license|licence|registration)\b(?!.*\b(?:state|province|country)\b)/],
  ['state', /\b(?:state|province)\b/],
  ['first_name', /\b(?:first|given) name\b/],
  ['last_name', /\b(?:last|family) name\b|^surname$/],
  ['email', /\be ?mail\b/],
  ['phone', /\b(?:phone|mobile number|cell)\b/],
  [
    'property',
    /\b(?:facility|property|location|garage|lot|site|venue|carpark|zone)(?: (?:name|title))?$/,
  ],
  ['tax', /\b(?:tax|vat)\b/],
  ['refund', /\brefund(?:ed|s)?\b/],
  [
    'fee',
    /\b(?:processing|transaction|service|processor|card|credit card|cc|merchant) fees?\b|^fees?$/,
  ],
  ['price', /\b(?:before tax|excl(?:uding|\.)? tax|net of tax|subtotal|sub total)\b/],
  [
    'amount',
    /^(?:total|amount|gross)(?: (?:paid|amount|collected|charged|revenue))?$|\bamount paid\b|\btotal (?:paid|collected|charged|amount)\b/,
  ],
  ['amount', /\b(?:paid|gross|revenue|price|amount|charged?|total)\b(?!.*\b(?:date|time|at|on)\b)/],
  ['paid_time', /\b(?:paid|payment|transaction|purchase) time\b|^time$/],
  ['starts_time', /\b(?:start|entry|arrival|in) time\b/],
  ['ends_time', /\b(?:end|exit|departure|out) time\b/],
  [
    'starts_at',
    /\b(?:start|starts|started|arrival|arrive[sd]?|check in|entry|entered|enter|begin|begins|from|since|valid from)\b/,
  ],
  [
    'ends_at',
    /\b(?:end|ends|ended|stop|departure|depart[sed]*|check out|exit|exited|leave|left|until|expir[a-z]*|to)\b/,
  ],
  [
    'paid_at',
    /\b(?:paid|payment|transaction|created|purchased?|sale|charge) (?:at|on|date|utc|time utc)\b|\b(?:created|purchased)\b/,
  ],
  ['paid_at', /\b(?:date|day|timestamp|datetime)\b/],
  ['name', /\b(?:name|customer|driver|renter|parker)\b/],
];

/** The place of a name in the list of meanings; -1 for none. */
function findMeaning(name: string): number {
  const folded = foldName(name);
  return folded === '' || /%/.test(name)
    ? -1
    : meanings.findIndex(([, pattern]) => pattern.test(folded));
}

/** The system whose export has these column names; null if none is known. */
export function findPreset(names: readonly string[]): HistoryPresetName | null {
  const folded = new Set(names.map(foldName));
  return (
    historyPresetNames.find((preset) =>
      Object.keys(historyPresets[preset].columns).every((name) => folded.has(foldName(name))),
    ) ?? null
  );
}

function applyPreset(preset: HistoryPresetName, names: readonly string[]): HistoryColumn[] {
  const { columns, optional } = historyPresets[preset];
  const known = new Map(
    Object.entries({ ...columns, ...optional }).map(([name, field]) => [foldName(name), field]),
  );
  const fields = names.map((name) => known.get(foldName(name)) ?? 'ignore');
  return fields.map((field, index) => (fields.indexOf(field) === index ? field : 'ignore'));
}

/** A column whose times also are dates: an entry time with its day. */
const dateOfTime = {
  starts_time: 'starts_at',
  ends_time: 'ends_at',
  paid_time: 'paid_at',
} as const;

const isDate = (cell: string) => parseDate(cell, 'mdy') !== null || parseDate(cell, 'dmy') !== null;

function guessByNames(names: readonly string[], rows: readonly (readonly string[])[]) {
  const fields = names.map((): HistoryColumn => 'ignore');
  const ranks = names.map(findMeaning);
  const hasDates = (index: number) => rows.some((cells) => isDate((cells[index] ?? '').trim()));
  const columns = ranks.map((rank, index) => {
    const field = meanings[rank]?.[0] ?? 'ignore';
    const date = field in dateOfTime ? dateOfTime[field as keyof typeof dateOfTime] : null;
    return { field: date && hasDates(index) ? date : field, rank, index };
  });
  for (const field of historyFields) {
    const [best] = columns
      .filter((column) => column.field === field)
      .sort((a, b) => a.rank - b.rank || a.index - b.index);
    if (best) fields[best.index] = field;
  }
  return fields;
}

/** What each column contains, by the names. */
export function guessHistoryColumns(
  names: readonly string[] | null,
  rows: readonly (readonly string[])[],
): HistoryColumn[] {
  if (names === null) {
    return Array.from({ length: Math.max(0, ...rows.map(({ length }) => length)) }, () => 'ignore');
  }
  const preset = findPreset(names);
  return preset ? applyPreset(preset, names) : guessByNames(names, rows);
}

const hasAny = (fields: readonly HistoryColumn[], ...required: HistoryField[]) =>
  required.some((field) => fields.includes(field));

/** Which columns are missing to read a file, in words. */
export function findMissingColumns(
  fields: readonly HistoryColumn[],
  contents: HistoryContents,
): string[] {
  if (contents === 'monthly_drivers') {
    return [
      ...(hasAny(fields, 'plate', 'name', 'first_name', 'last_name', 'email')
        ? []
        : ['the plate, name or email address']),
      ...(hasAny(fields, 'starts_at') ? [] : ['the start']),
    ];
  }
  return [
    ...(hasAny(fields, 'paid_at', 'starts_at') ? [] : ['the date of the payment or the start']),
    ...(hasAny(fields, 'amount', 'price') || (contents === 'refunds' && hasAny(fields, 'refund'))
      ? []
      : ['the amount']),
    ...(contents !== 'refunds' || hasAny(fields, 'rental_id', 'id')
      ? []
      : ['the ID of the payment that is refunded']),
  ];
}

/** What the rows are, judging by the columns: payments, or drivers who park by the month. */
export const guessContents = (fields: readonly HistoryColumn[]): HistoryContents =>
  hasAny(fields, 'price_monthly') && !hasAny(fields, 'amount', 'paid_at')
    ? 'monthly_drivers'
    : 'payments';

const headerLines = 30;

const isValue = (cell: string) =>
  isDate(cell.trim()) || (cell.trim() !== '' && parseAmount(cell) !== null);

function rateNames(cells: readonly string[]): number {
  if (cells.filter((cell) => cell.trim() !== '').length < 2 || cells.some(isValue)) return 0;
  return guessHistoryColumns(cells, []).filter((field) => field !== 'ignore').length;
}

/** How exports of other systems are recognized as tables. */
export const historyTable: TableKind<HistoryColumn> = {
  findHeader(rows) {
    const rated = rows.slice(0, headerLines).map(rateNames);
    const best = Math.max(0, ...rated);
    return best >= 2 ? rated.indexOf(best) : -1;
  },
  findFirstRow: (rows) =>
    Math.max(
      0,
      rows.findIndex((cells) => cells.filter((cell) => cell.trim() !== '').length > 1),
    ),
  countKnown: (names) => Math.min(2, rateNames(names)),
  guessColumns: (names, rows) => ({ fields: guessHistoryColumns(names, rows), questions: [] }),
  ignore: 'ignore',
};
