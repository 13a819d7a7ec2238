import type { HistoryContents } from '@lotkeeper/contract/intake/history';
import type { HistoryColumn, HistoryField } from '@lotkeeper/contract/intake/history-columns';
import { historyFields, sharedHistoryFields } from '@lotkeeper/contract/intake/history-columns';
import type { HistoryPresetName } from '@lotkeeper/contract/intake/history-presets';
import { historyPresetNames, historyPresets } from '@lotkeeper/contract/intake/history-presets';
import type { TableKind } from '../files/public.ts';
import { foldName, parseAmount, parseDate } from '../files/public.ts';

const totals =
  /^(?:grand |sum )?total(?: (?:paid|amount|collected|charged?|costs?|price|revenue))?$/;

/** What names mean, the surest first; of several columns with the same meaning, the surest wins. */
const meanings: readonly [HistoryColumn, RegExp][] = [
  [
    'ignore',
    /\b(?:card|brand|last ?4|pan|device|cashier|operator|balance|payout|deposit id|lead time|converted)\b/,
  ],
  [
    'ignore',
    /\brefund(?:ed|s)? (?:id|number|reason|status|by|note)\b|\b(?:rate|tariff|customer|client|staff|meter|terminal) (?:id|number|no)\b/,
  ],
  ['zone', /\btime ?zone\b|^(?:tz|utc offset)$/],
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
  ['status', /^(?:payment |transaction |charge )?status$/],
  ['status', /\bstatus\b|^state of (?:payment|charge)$/],
  ['price_monthly', /\bmonthly (?:price|rate|fee|amount)\b|\b(?:price|rate|fee) (?:per|a) month\b/],
  [
    'rental_type',
    /\b(?:rental|parking|parker|rate|product|ticket|stay) (?:type|class|category)\b|^(?:rate|tariff|product|package|permit) name$/,
  ],
  ['kind', /\b(?:transaction|payment|event|entry|record) type\b|^(?:type|kind|category)$/],
  ['plate', /^vehicle(?: (?:no|number|id|reg))?$|^vrm$/],
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
  [
    'refunded_at',
    /\brefund(?:ed)? (?:at|on|day|date|time|utc|timestamp)\b|\bdate (?:of )?refund(?:ed)?\b/,
  ],
  [
    'net',
    /^(?:total )?net(?: (?:total|amount|payout|revenue|proceeds|received|settlement|settled|earnings|income|paid|remitted|usd))?$|^(?:amount|total) net$/,
  ],
  ['tax', /\b(?:tax|vat)\b/],
  ['refund', /^(?:amount refunded|refund(?:ed|s)?(?: amount| total)?|partial refunds?)$/],
  ['refund', /\brefund(?:ed|s)?\b/],
  ['tip', /\b(?:tips?|gratuity)\b/],
  [
    'app_fee',
    /\b(?:convenience|service|booking|reservation|sms|text|app|mobile|platform|user|driver|customer|marketplace) (?:fees?|surcharges?)\b/,
  ],
  [
    'fee',
    /\b(?:processing|transaction|processor|stripe|square|gateway|card|credit card|cc|merchant) fees?\b|^fees?$/,
  ],
  ['price', /\b(?:before tax|excl(?:uding|\.)? tax|net of tax|subtotal|sub total)\b/],
  ['price', /^(?:parking|base|session|stay) (?:fees?|costs?|charges?)$/],
  ['amount', totals],
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
  [
    'name',
    /^(?:full |display )?name$|^(?:customer|driver|renter|parker|tenant|guest|client|member|user|account holder|cardholder)(?: (?:full )?name)?$/,
  ],
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

/** The columns of a known export; any other is what its name means, if no known one means that. */
function applyPreset(
  preset: HistoryPresetName,
  names: readonly string[],
  guessed: readonly HistoryColumn[],
): HistoryColumn[] {
  const { columns, optional } = historyPresets[preset];
  const known = new Map(
    Object.entries({ ...columns, ...optional }).map(([name, field]) => [foldName(name), field]),
  );
  const fields = names.map((name) => known.get(foldName(name)));
  const taken = new Set(fields);
  const merged = fields.map((field, index) => {
    if (field) return fields.indexOf(field) === index ? field : 'ignore';
    const guess = guessed[index] ?? 'ignore';
    return taken.has(guess) ? 'ignore' : guess;
  });
  return withTotal(merged, names);
}

/** A column whose times also are dates: an entry time with its day. */
const dateOfTime = {
  starts_time: 'starts_at',
  ends_time: 'ends_at',
  paid_time: 'paid_at',
} as const;

const isDate = (cell: string) => parseDate(cell, 'mdy') !== null || parseDate(cell, 'dmy') !== null;

/** An ID that may be the one of another payment is the row's own where no other column is. */
function withOwnId(fields: HistoryColumn[], names: readonly string[]): HistoryColumn[] {
  const index = fields.indexOf('rental_id');
  const isOther = /^(?:original|parent|refunded)\b/.test(foldName(names[index] ?? ''));
  if (index >= 0 && !isOther && !fields.includes('id')) fields[index] = 'id';
  return fields;
}

/** A total that isn’t the amount is compared with what was read. */
function withTotal(fields: HistoryColumn[], names: readonly string[]): HistoryColumn[] {
  const index = names.findIndex(
    (name, at) => fields[at] === 'ignore' && totals.test(foldName(name)),
  );
  if (index >= 0) fields[index] = 'total';
  return fields;
}

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
  for (const { field, index } of columns) {
    if (sharedHistoryFields.includes(field)) fields[index] = field;
  }
  return withTotal(withOwnId(fields, names), names);
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
  const guessed = guessByNames(names, rows);
  return preset ? applyPreset(preset, names, guessed) : guessed;
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

/** The names of columns in words that we don’t know: different texts above rows with values. -1 for none. */
function findUnknownHeader(rows: readonly (readonly string[])[]): number {
  const count = (cells: readonly string[] | undefined) =>
    (cells ?? []).filter((cell) => cell.trim() !== '').length;
  return rows.findIndex((cells, index) => {
    const next = rows[index + 1] ?? [];
    const names = cells.map((cell) => cell.trim()).filter(Boolean);
    return (
      names.length >= 2 &&
      new Set(names).size === names.length &&
      !cells.some(isValue) &&
      next.filter(isValue).length >= 2 &&
      count(next) <= cells.length
    );
  });
}

/** How exports of other systems are recognized as tables. */
export const historyTable: TableKind<HistoryColumn> = {
  findHeader(rows) {
    const rated = rows.slice(0, headerLines).map(rateNames);
    const best = Math.max(0, ...rated);
    return best >= 2 ? rated.indexOf(best) : findUnknownHeader(rows.slice(0, headerLines));
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
