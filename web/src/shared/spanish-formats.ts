import { parseDay } from '@lotkeeper/contract/kernel/day-text';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { epochMillis, plainSpaces } from '../kernel/format.ts';
import type { Formats } from '../kernel/language-formats.ts';

// Spanish as in the United States: dollars and decimals are written as on the signs.
const locale = 'es-US';
const dollars = { style: 'currency', currency: 'USD', signDisplay: 'negative' } as const;
const exact = new Intl.NumberFormat(locale, dollars);
const short = new Intl.NumberFormat(locale, { ...dollars, trailingZeroDisplay: 'stripIfInteger' });
const counts = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
const spans = [
  [dayMs, 'día', 'días'],
  [hourMs, 'hora', 'horas'],
  [minuteMs, 'minuto', 'minutos'],
] as const;

/** The formats of drivers' pages in Spanish. */
export const spanishFormats: Formats = {
  formatMoney: (cents) => exact.format(cents / 100),
  formatPrice: (cents) => short.format(cents / 100),
  formatCount: (count) => counts.format(count),
  formatDay: (day) => days.format(parseDay(day)),
  formatInstant: (instant, timeZone) =>
    plainSpaces(
      new Intl.DateTimeFormat(locale, {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone,
      }).format(epochMillis(instant)),
    ),
  formatAgo: (at, now) => {
    const elapsed = Math.max(0, now - at);
    const [span, singular, plural] = spans.find(([length]) => elapsed >= length) ?? [];
    if (!span) return 'hace un momento';
    const count = Math.floor(elapsed / span);
    return `hace ${count} ${count === 1 ? singular : plural}`;
  },
};
