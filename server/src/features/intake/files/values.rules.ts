import type { DateOrder } from '@lotkeeper/contract/intake/csv-reading';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { parseLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';

/** Dollars and cents in digits as cents; null if there are fractions of cents, or too many digits. */
function toCents(dollars: string, fraction: string): Cents | null {
  const isExact = /^\d{1,12}$/.test(dollars) && /^\d{0,2}0*$/.test(fraction);
  return isExact
    ? cents(Number(dollars) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')))
    : null;
}

/** An amount of OFX, CAMT or MT940, where a comma or a period separates the cents; null if it isn’t one. */
export function parsePlainAmount(text: string): Cents | null {
  const [, sign, dollars = '', fraction = ''] =
    /^([+-]?)(\d+)(?:[.,](\d*))?$/.exec(text.trim()) ?? [];
  if (sign === undefined) return null;
  const amount = toCents(dollars, fraction);
  return amount === null ? null : cents(sign === '-' ? -amount : amount);
}

/** The digits before and after the separator of cents: `1,234.56` and `1.234,56`; null if they aren’t clear. */
function splitAmount(digits: string): [string, string] | null {
  const grouped = /^(\d{1,3})([.,' ])\d{3}(?:\2\d{3})*(?:(?!\2)[.,](\d{1,2}))?$/.exec(digits);
  // A period before three digits may separate thousands or be the one of a fraction.
  if (grouped && !(grouped[2] === '.' && grouped[3] === undefined && digits.length < 9)) {
    const integerPart = grouped[3] === undefined ? digits : digits.slice(0, -grouped[3].length - 1);
    return [integerPart.replace(/\D/g, ''), grouped[3] ?? ''];
  }
  const plain = /^(\d*)(?:[.,](\d*))?$/.exec(digits);
  if (!plain || digits.length === 0 || !/\d/.test(digits)) return null;
  return [plain[1] || '0', plain[2] ?? ''];
}

/** An amount as people and spreadsheets write it: `$1,234.56`, `(12.50)`, `12.50-`, `12.50 CR`; null if it isn’t one. */
export function parseAmount(text: string): Cents | null {
  let rest = text
    .normalize('NFKC')
    .replace(/[\u2212\u2010-\u2015]/g, '-')
    .replace(/\bUSD?\b|\$/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
  let isNegative = false;
  const inParentheses = /^\((.*)\)$/.exec(rest);
  if (inParentheses) [isNegative, rest] = [true, inParentheses[1] ?? ''];
  const mark = / ?\b(CR|DR)$/i.exec(rest);
  if (mark) {
    isNegative = mark[1]?.toUpperCase() === 'DR';
    rest = rest.slice(0, -mark[0].length);
  }
  const [, before = '', digits = '', after = ''] =
    /^([+-]?) ?([\d.,' ]+?) ?([+-]?)$/.exec(rest) ?? [];
  if ([before, after].filter(Boolean).length > 1) return null;
  if ((before || after) && inParentheses) return null;
  const digitParts = splitAmount(digits);
  const amount = digitParts && toCents(...digitParts);
  if (amount === null) return null;
  return cents(isNegative || before === '-' || after === '-' ? -amount : amount);
}

/** A day that a statement may have; null if it doesn’t exist. */
function toDate(year: number, month: number, day: number): LocalDate | null {
  const full = year < 100 ? 2000 + year : year;
  if (full < 1990 || full > 2099) return null;
  const pad = (value: number) => String(value).padStart(2, '0');
  return parseLocalDate(`${full}-${pad(month)}-${pad(day)}`);
}

/** The digits YYYYMMDD at the beginning of a text, as in OFX. */
export function parseCompactDate(text: string): LocalDate | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text.trim()) ?? [];
  return toDate(Number(year), Number(month), Number(day));
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The three numbers of a date that has no fixed order; null for any other text. */
const findNumbers = (text: string) =>
  /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})(?:[ T,]+\d{1,2}:.*)?$/.exec(text.trim());

/** The order that a date shows by a number above 12, or by the periods that Europe uses; null if it may be either. */
export function findDateOrder(text: string): DateOrder | 'either' | null {
  const [, first, second] = findNumbers(text) ?? [];
  if (first === undefined || first === second) return null;
  if (Number(first) > 12) return 'dmy';
  if (Number(second) > 12) return 'mdy';
  return text.includes('.') ? 'dmy' : 'either';
}

/** A date as spreadsheets write it; null if it isn’t one. */
export function parseDate(text: string, order: DateOrder): LocalDate | null {
  const clean = text.trim().replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? /i, '');
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T].*)?$/.exec(clean);
  if (iso) return toDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  if (/^\d{8}$/.test(clean)) return parseCompactDate(clean);
  const numbers = findNumbers(clean);
  if (numbers) {
    const [, first, second, year] = numbers.map(Number) as [number, number, number, number];
    return order === 'mdy' ? toDate(year, first, second) : toDate(year, second, first);
  }
  const monthNameMatch =
    /^(?<day>\d{1,2})[ -]?(?<month>[a-z]{3})[a-z]*\.?[ ,-]*(?<year>\d{4}|\d{2})(?:,? (?:at )?\d{1,2}:.*)?$/i.exec(
      clean,
    ) ??
    /^(?<month>[a-z]{3})[a-z]*\.? (?<day>\d{1,2}),? (?<year>\d{4})(?:,? (?:at )?\d{1,2}:.*)?$/i.exec(
      clean,
    );
  const { day, month = '', year } = monthNameMatch?.groups ?? {};
  const index = months.indexOf(month.toLowerCase());
  return index < 0 ? null : toDate(Number(year), index + 1, Number(day));
}
