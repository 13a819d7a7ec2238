import { parseDay } from './day-text.ts';
import { dayMs, hourMs, minuteMs } from './durations.ts';

/** A calendar day as 'YYYY-MM-DD'. It has no zone and is never shifted. */
type Day = string;

const locale = 'en-US';

const dateFormats = new Map<string, Intl.DateTimeFormat>();

// Creating an Intl formatter takes about 50 µs, using one about 1 µs: that matters in tables with a thousand cells.
function dateFormat(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = timeZone + JSON.stringify(options);
  let format = dateFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    dateFormats.set(key, format);
  }
  return format;
}

function money(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  // signDisplay 'negative' prevents '-$0' for a sum that rounds to zero.
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    signDisplay: 'negative',
    ...options,
  });
}

const wholeDollars = money({ maximumFractionDigits: 0 });
const exactDollars = money({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const shortDollars = money({ trailingZeroDisplay: 'stripIfInteger' });
const compactDollars = money({ notation: 'compact', maximumFractionDigits: 1 });
const counts = new Intl.NumberFormat(locale, {
  maximumFractionDigits: 0,
  signDisplay: 'negative',
});
const means = new Intl.NumberFormat(locale, {
  maximumFractionDigits: 1,
  signDisplay: 'negative',
});
const compactCounts = new Intl.NumberFormat(locale, {
  notation: 'compact',
  maximumFractionDigits: 1,
});
const percents = new Map<number, Intl.NumberFormat>();

/** Cents as dollars without decimals ('$1,235', '-$12'); 50 cents round away from zero. */
export function formatMoney(cents: number): string {
  return wholeDollars.format(cents / 100);
}

/** Cents as dollars and cents ('$1,234.50'), for tables that have to be exact. */
export function formatMoneyExact(cents: number): string {
  return exactDollars.format(cents / 100);
}

/** Cents as a price: '$12.50', but '$12' without cents. */
export function formatMoneyShort(cents: number): string {
  return shortDollars.format(cents / 100);
}

/** Cents for an axis tick: '$1.2K', '$3M'; as a price below a thousand dollars. */
export function formatMoneyCompact(cents: number): string {
  return Math.abs(cents) < 100_000 ? formatMoneyShort(cents) : compactDollars.format(cents / 100);
}

/** A whole number with thousands separators: '12,345'. */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** A count with what is counted: '1 car', '1,204 cars'. */
export const formatQuantity = (count: number, singular: string, plural = `${singular}s`) =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`;

/** A mean of counts: '12.5', '1,204'. */
export function formatMean(count: number): string {
  return means.format(count);
}

/** A number for an axis tick: '950', '1.2K', '3M'. */
export function formatCountCompact(count: number): string {
  return compactCounts.format(count);
}

/** A ratio as a percentage: 0.08 is '8.0%', with digits 0 '8%', and from 100% on always without decimals. */
export function formatPercent(ratio: number, digits = 1): string {
  const shownDigits = Math.abs(ratio) < 1 ? digits : 0;
  let format = percents.get(shownDigits);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'percent',
      minimumFractionDigits: shownDigits,
      maximumFractionDigits: shownDigits,
      signDisplay: 'negative',
    });
    percents.set(shownDigits, format);
  }
  return format.format(ratio);
}

/** How an amount changed, by the ratio of the change: '▲ 5.6%', '▼ 9.3%', '▲ 120%', and '0.0%' for no change. */
export function formatChange(ratio: number): string {
  const text = formatPercent(Math.abs(ratio));
  if (text === formatPercent(0)) return text;
  return `${ratio > 0 ? '▲' : '▼'} ${text}`;
}

/** How an amount changed from an earlier one, such as '▲ 12.5% vs. '; null when there is nothing to compare with. */
export function formatChangeFrom(before: number, amount: number): string | null {
  return before <= 0 ? null : `${formatChange(amount / before - 1)} vs. `;
}

/**
 * Days from 1970-01-01 to a calendar day; equal steps across months, leap years, and DST. Throws a
 * RangeError unless the text is an existing day.
 */
export const daysSinceEpoch = (day: Day): number => parseDay(day) / dayMs;

function formatDay(day: Day, options: Intl.DateTimeFormatOptions): string {
  return dateFormat('UTC', options).format(parseDay(day));
}

/** A calendar day ('2026-11-21') as 'Nov 21, 2026'. */
export function formatDate(day: Day): string {
  return formatDay(day, { dateStyle: 'medium' });
}

/** A calendar day as 'Nov 21', when the year is clear from the context. */
export function formatDateShort(day: Day): string {
  return formatDay(day, { month: 'short', day: 'numeric' });
}

/** A calendar day as 'Sat, Nov 21', for days that are near. */
export function formatWeekday(day: Day): string {
  return formatDay(day, { weekday: 'short', month: 'short', day: 'numeric' });
}

/** A calendar day as 'Saturday, November 21, 2026', for spoken names. */
export function formatDateLong(day: Day): string {
  return formatDay(day, { dateStyle: 'full' });
}

/** A month ('2026-11') as 'Nov 2026'. */
export function formatMonth(month: string): string {
  return formatDay(`${month}-01`, { month: 'short', year: 'numeric' });
}

/** A month ('2026-11') as 'Nov'. */
export function formatMonthShort(month: string): string {
  return formatDay(`${month}-01`, { month: 'short' });
}

/** A month ('2026-11') as 'November', where the year is plain from the context. */
export function formatMonthName(month: string): string {
  return formatDay(`${month}-01`, { month: 'long' });
}

/** Days of one year, both included: 'Nov 21', 'Nov 1 – 24', 'Nov 30 – Dec 6'. */
export function formatDayRange(start: Day, end: Day): string {
  if (start === end) return formatDateShort(start);
  const last = start.slice(0, 7) === end.slice(0, 7) ? String(Number(end.slice(8))) : null;
  return `${formatDateShort(start)} – ${last ?? formatDateShort(end)}`;
}

/** Hours after midnight as a clock time: 17 is '5 PM', 17.5 is '5:30 PM', 29 is '5 AM' of the next day. */
export function formatTimeOfDay(hours: number): string {
  const minutes = Math.round(hours * 60);
  const options: Intl.DateTimeFormatOptions =
    minutes % 60 === 0 ? { hour: 'numeric' } : { hour: 'numeric', minute: '2-digit' };
  return plainSpaces(dateFormat('UTC', options).format(minutes * minuteMs));
}

/** A text in the middle of a sentence: 'Paid until 8 PM' is 'paid until 8 PM', and 'US' stays. */
export const lowerFirst = (text: string): string =>
  text.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());

/** An instant (epoch seconds or ISO text with an offset) as 'Nov 21, 2026, 5:30 PM' in the given zone. */
export function formatInstant(instant: number | string, timeZone: string): string {
  const format = dateFormat(timeZone, { dateStyle: 'medium', timeStyle: 'short' });
  return plainSpaces(format.format(epochMillis(instant)));
}

/** The same with the zone, for lists with times of several zones: 'Nov 21, 2026, 5:30 PM MST'. */
export function formatInstantInZone(instant: number | string, timeZone: string): string {
  return `${formatInstant(instant, timeZone)} ${nameZone(epochMillis(instant), timeZone)}`.trimEnd();
}

/**
 * A time (ms since 1970) as '5:30 PM' if it's on the same day as `now`, otherwise as 'Nov 21, 5:30
 * PM', in the given zone.
 */
export function formatDayTime(at: number, now: number, timeZone: string): string {
  const day = dateFormat(timeZone, { dateStyle: 'medium' });
  const options: Intl.DateTimeFormatOptions =
    day.format(at) === day.format(now) ? {} : { month: 'short', day: 'numeric' };
  const format = dateFormat(timeZone, { ...options, hour: 'numeric', minute: '2-digit' });
  return plainSpaces(format.format(at));
}

/**
 * A time (epoch seconds or ISO text with an offset) in a list: '5:30 PM' today, 'Nov 21, 5:30 PM' this year, and 'Nov
 * 21, 2025' in years before. Later years keep the time: something ends then.
 */
export function formatWhen(instant: number | string, now: number, timeZone: string): string {
  const at = epochMillis(instant);
  const year = dateFormat(timeZone, { year: 'numeric' });
  if (year.format(at) === year.format(now)) return formatDayTime(at, now, timeZone);
  return at > now
    ? formatInstant(instant, timeZone)
    : plainSpaces(dateFormat(timeZone, { dateStyle: 'medium' }).format(at));
}

/** A zone's short name at an instant: 'MST'. */
export function nameZone(at: number, timeZone: string): string {
  const dateParts = dateFormat(timeZone, { timeZoneName: 'short' }).formatToParts(at);
  return dateParts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** A North American phone number ('+16025550190') as '(602) 555-0190'; any other as it is. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+1 ?(\d{3}) ?(\d{3}) ?(\d{4})$/, '($1) $2-$3');
}

const relative = new Intl.RelativeTimeFormat(locale);
const spans = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
] as const;

/** How long ago a time was (both in ms since 1970): 'just now', '5 minutes ago', '1 day ago'. */
export function formatAgo(at: number, now: number): string {
  const elapsed = Math.max(0, now - at);
  const [unit, span] = spans.find(([, length]) => elapsed >= length) ?? [];
  return unit ? relative.format(-Math.floor(elapsed / span), unit) : 'just now';
}

/** A zone's name at an instant: 'Mountain Standard Time (America/Phoenix)'. */
export function timeZoneLabel(timeZone: string, at: number | string): string {
  const dateParts = dateFormat(timeZone, { timeZoneName: 'long' }).formatToParts(epochMillis(at));
  const name = dateParts.find((part) => part.type === 'timeZoneName')?.value;
  return name ? `${name} (${timeZone})` : timeZone;
}

const instantPattern =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:(Z)|([+-])(\d\d):?(\d\d)?)$/i;

/** Milliseconds since 1970 of an instant (epoch seconds or ISO text with an offset). */
export function epochMillis(instant: number | string): number {
  if (typeof instant === 'number') return instant * 1000;
  const match = instantPattern.exec(instant);
  if (!match) throw new RangeError(`'${instant}' is not an instant with an offset`);
  const [, day = '', hour, minute, second = '0', fraction = '0', , sign, oh = '0', om = '0'] =
    match;
  const offset = (sign === '-' ? -1 : 1) * (Number(oh) * 60 + Number(om));
  const minutes = Number(hour) * 60 + Number(minute) - offset;
  const millis = Math.floor(Number(`0.${fraction}`) * 1000);
  return parseDay(day) + minutes * minuteMs + Number(second) * 1000 + millis;
}

// Intl puts a narrow no-break space before AM and PM, which causes trouble when copied and compared.
export function plainSpaces(text: string): string {
  return text.replace(/[\u202f\u00a0]/g, ' ');
}

/** Minutes as a duration: '45 min', '2 h 5 min', '3 d 4 h'. */
export function formatStay(minutes: number): string {
  const roundedMinutes = Math.round(minutes);
  const [days, hours, rest] = [
    Math.floor(roundedMinutes / 1440),
    Math.floor((roundedMinutes % 1440) / 60),
    roundedMinutes % 60,
  ];
  const units = [
    days > 0 ? `${formatCount(days)} d` : '',
    hours > 0 ? `${hours} h` : '',
    rest > 0 && days === 0 ? `${rest} min` : '',
  ].filter(Boolean);
  return units.join(' ') || '0 min';
}

const megabyte = 1_000_000;

/** Megabytes with one decimal. */
export function formatMegabytes(bytes: number): string {
  const tenths = Math.round((bytes / megabyte) * 10);
  return tenths === 0
    ? 'Under 0.1 MB'
    : `${formatCount(Math.floor(tenths / 10))}.${tenths % 10} MB`;
}
