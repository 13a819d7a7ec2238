import type { DateOrder } from '@lotkeeper/contract/intake/csv-reading';
import type { MoneyForm } from '@lotkeeper/contract/intake/history';
import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { instant, isTimeZone, offsetAt, startOfDay } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import { parseDate } from '../files/public.ts';

/** The digits of an amount and its sign, without the signs of dollars; null if there is anything else. */
function splitSign(text: string): { digits: string; isNegative: boolean } | null {
  let rest = text
    .normalize('NFKC')
    .replace(/[\u2212\u2010-\u2015]/g, '-')
    .replace(/\bUSD?\b|\$/gi, '')
    .replace(/\s+/g, '')
    .replace(/^'/, '');
  let isNegative = false;
  const inParentheses = /^\((.*)\)$/.exec(rest);
  if (inParentheses) [isNegative, rest] = [true, inParentheses[1] ?? ''];
  const [, before = '', digits = '', after = ''] = /^([+-]?)([\d.,]+)([+-]?)$/.exec(rest) ?? [];
  const signs = before + after;
  if (!digits || signs.length > 1 || (signs && inParentheses)) return null;
  return { digits, isNegative: isNegative || signs === '-' };
}

/** Digits after which a workbook has what computing with floating point leaves over. */
const exactDigits = 8;

/** Dollars with their fraction, or cents, as cents; null for fractions of cents. */
function toWholeCents(integerPart: string, fraction: string, form: MoneyForm): number | null {
  const value = Number(`${integerPart}.${fraction || '0'}`) * (form === 'cents' ? 1 : 100);
  const rounded = Math.round(value);
  if (fraction.length > exactDigits) return Math.abs(value - rounded) < 1e-6 ? rounded : null;
  const isExact = form === 'cents' ? /^0*$/.test(fraction) : /^\d{0,2}0*$/.test(fraction);
  return isExact ? rounded : null;
}

/** An amount in the chosen form; null if it isn’t one. Fractions of cents are refused. */
export function parseMoney(text: string, form: MoneyForm): Cents | null {
  const split = splitSign(text);
  if (!split) return null;
  const { digits, isNegative } = split;
  const plain =
    form === 'comma' ? digits.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')) : digits;
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(plain);
  const [, integerPart = '', fraction = ''] =
    /^(\d*)(?:\.(\d*))?$/.exec(isGrouped ? plain.replaceAll(',', '') : plain) ?? [];
  if (!/\d/.test(integerPart + fraction) || integerPart.length > 12) return null;
  const amount = toWholeCents(integerPart || '0', fraction, form);
  return amount === null ? null : cents(isNegative ? -amount : amount);
}

/** How amounts are written, and whether somebody has to choose: whole numbers may be cents, and 1.234 thousands. */
export function guessMoneyForm(cells: readonly string[]): {
  form: MoneyForm;
  isUnclear: boolean;
  why: 'whole' | 'separators' | null;
} {
  const amounts = cells.flatMap((cell) => splitSign(cell)?.digits ?? []);
  const isSure = (decimal: string, group: string) =>
    amounts.filter((digits) =>
      new RegExp(
        `\\${decimal}\\d{1,2}$|\\${decimal}\\d{4,}$|\\${group}\\d{3}\\${decimal}|\\${group}\\d{3}\\${group}`,
      ).test(digits),
    ).length;
  const [point, comma] = [isSure('.', ','), isSure(',', '.')];
  const form = comma > point ? 'comma' : 'point';
  const isClear = point > 0 !== comma > 0;
  const isWhole = amounts.length > 0 && amounts.every((digits) => /^\d+$/.test(digits));
  const hasDollars = cells.some((cell) => cell.includes('$'));
  if (isWhole)
    return {
      form,
      isUnclear: !hasDollars && amounts.some((digits) => Number(digits) > 0),
      why: 'whole',
    };
  return { form, isUnclear: !isClear, why: isClear ? null : 'separators' };
}

/** Names of zones in exports, in hours from UTC. */
const namedZones = new Map(
  Object.entries({
    Z: 0,
    UTC: 0,
    GMT: 0,
    AST: -4,
    EDT: -4,
    EST: -5,
    CDT: -5,
    CST: -6,
    MDT: -6,
    MST: -7,
    PDT: -7,
    PST: -8,
    AKDT: -8,
    AKST: -9,
    HST: -10,
  }),
);

/** Time zones as other systems name them, in lowercase. */
const zoneNames = new Map(
  Object.entries({
    eastern: 'America/New_York',
    et: 'America/New_York',
    central: 'America/Chicago',
    ct: 'America/Chicago',
    mountain: 'America/Denver',
    mt: 'America/Denver',
    arizona: 'America/Phoenix',
    pacific: 'America/Los_Angeles',
    pt: 'America/Los_Angeles',
    alaska: 'America/Anchorage',
    hawaii: 'Pacific/Honolulu',
    'hawaii aleutian': 'Pacific/Honolulu',
    atlantic: 'America/Halifax',
    'indiana east': 'America/Indiana/Indianapolis',
    'puerto rico': 'America/Puerto_Rico',
  }),
);

const toFixedZone = (hours: number) =>
  hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;

/** The zone that a cell names: `Eastern Time (US & Canada)`, `America/New_York`, `EST`, `-05:00`; null if none. */
export function findZone(cell: string): TimeZone | null {
  const text = cell.trim();
  if (/^[A-Za-z]+\/[A-Za-z_/+-]+\d*$/.test(text) && isTimeZone(text)) return text;
  // A name says more than an offset before it, which doesn't know of summer: `(GMT-05:00) Eastern Time`.
  const name = text
    .toLowerCase()
    .replace(/\((?:gmt|utc)[^()]*\)/g, '')
    .replace(/\b(?:us (?:& )?canada|us|canada|time|standard|daylight|zone)\b|[^a-z]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const named = zoneNames.get(name);
  if (named) return named;
  const hours = namedZones.get(text.toUpperCase());
  if (hours !== undefined) return toFixedZone(hours);
  const [, sign, digits] = /^\(?(?:GMT|UTC)? ?([+-])(\d{1,2})(?::?00)?\)?$/i.exec(text) ?? [];
  const offset = Number(digits) * (sign === '-' ? -1 : 1);
  return sign && Math.abs(offset) <= 12 ? toFixedZone(offset) : null;
}

interface ClockTime {
  /** Since midnight. */
  ms: number;
  /** From UTC; null = the text names no zone. */
  offset: number | null;
}

/** The time of day in a text, with its zone if it has one; null if there is none, and undefined for one that isn’t. */
function findClock(text: string): ClockTime | null | undefined {
  const found =
    /(?:^|[ T,])(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)? ?(?:(?<half>[ap])(?:\.?m\.?)?(?![a-z]))? ?(?<zone>Z|[A-Za-z]{2,4}|[+-]\d{2}:?\d{2})?$/i.exec(
      text,
    )?.groups;
  if (!found) return /\d:\d/.test(text) ? undefined : null;
  const { minute, second = '0', fraction = '0', half, zone } = found;
  const [hour, minutes, seconds] = [Number(found.hour), Number(minute), Number(second)];
  if (minutes > 59 || seconds > 59 || hour > 23 || (half && (hour < 1 || hour > 12)))
    return undefined;
  const hours = half ? (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hour;
  const ms =
    hours * hourMs +
    minutes * minuteMs +
    seconds * 1000 +
    Number(fraction.padEnd(3, '0').slice(0, 3));
  if (zone === undefined) return { ms, offset: null };
  const [, sign, offsetHours, offsetMinutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (sign) {
    const offset = Number(offsetHours) * hourMs + Number(offsetMinutes) * minuteMs;
    return { ms, offset: sign === '-' ? -offset : offset };
  }
  const shift = namedZones.get(zone.toUpperCase());
  return shift === undefined ? undefined : { ms, offset: shift * hourMs };
}

const epochOf = (date: LocalDate) => startOfDay(date, 'UTC');

/** The instants that a clock in a zone shows as a time: none in the hour that is skipped, two in the one repeated. */
function listInstants(date: LocalDate, ms: number, zone: TimeZone): Instant[] {
  const wall = epochOf(date) + ms;
  const offsets = new Set([
    offsetAt(instant(wall - dayMs), zone),
    offsetAt(instant(wall + dayMs), zone),
  ]);
  return [...offsets]
    .map((offset) => instant(wall - offset))
    .filter((at) => at + offsetAt(at, zone) === wall)
    .sort((a, b) => a - b);
}

/** Days that were read, since most days of a file repeat. */
const knownDays = new Map<string, LocalDate | null>();
const maxKnownDays = 5000;
/** Longer texts are no days that repeat. */
const longestKnownDay = 40;

function readDay(text: string, order: DateOrder): LocalDate | null {
  if (text.length > longestKnownDay) return parseDate(text, order);
  const key = `${order} ${text}`;
  const known = knownDays.get(key);
  if (known !== undefined) return known;
  const day = parseDate(text, order);
  if (knownDays.size >= maxKnownDays) knownDays.clear();
  knownDays.set(key, day);
  return day;
}

export type ReadTime =
  | { at: Instant /** The second one, in an hour that is repeated. */; later: Instant }
  | 'wrong'
  | 'skipped';

const dateOfText = (text: string) =>
  text.replace(/(\d)[T,]? ?\d{1,2}:\d{2}.*$/, '$1').replace(/,$/, '');

/** The time in a cell, or in one cell for the day and one for the time; a day alone is its midnight. */
export function parseTime(
  day: string,
  time: string,
  { order, zone }: { order: DateOrder; zone: TimeZone },
): ReadTime {
  const text = day.replace(/\s+/g, ' ').trim();
  const clock = time.trim() ? findClock(time.replace(/\s+/g, ' ').trim()) : findClock(text);
  if (clock === undefined || (time.trim() && clock === null)) return 'wrong';
  const date = readDay(
    clock && !time.trim() ? dateOfText(text) : text.replace(/[ T]00:00(?::00)?$/, ''),
    order,
  );
  if (!date) return 'wrong';
  if (!clock) {
    const at = startOfDay(date, zone);
    return { at, later: at };
  }
  if (clock.offset !== null) {
    const at = instant(epochOf(date) + clock.ms - clock.offset);
    return { at, later: at };
  }
  const [at, later] = listInstants(date, clock.ms, zone);
  return at === undefined ? 'skipped' : { at, later: later ?? at };
}
