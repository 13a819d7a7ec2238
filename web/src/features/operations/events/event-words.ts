import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { weekdayNames } from '@lotkeeper/contract/kernel/weekdays';
import type { EventSettings } from '@lotkeeper/contract/operations/events';
import { allDay, eventPriceText, isAllDay } from '@lotkeeper/contract/operations/events';
import { findFirstDay, toRepeatDay } from '@lotkeeper/contract/operations/recurrence';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { formatDate, formatMoneyShort } from '../../../kernel/format.ts';
import { timeLabel } from '../../../shared/time-options.ts';
import { weekNames } from './event-options.ts';

type Days = Pick<EventSettings, 'interval' | 'date' | 'repeat_on_day' | 'repeat_on_week'>;
type Times = Pick<EventSettings, 'start_time' | 'end_time'>;

const nameWeekday = (day: number | null) => weekdayNames[day ?? 0] ?? '';

/** The next day that something takes place, from `today` on; null if it’s over or has no day. */
export const findNextDay = (days: Days, today: LocalDate): LocalDate | null =>
  findFirstDay(days, days.date !== null && days.date > today ? days.date : today);

function describeRule({ interval, date, repeat_on_day, repeat_on_week }: Days): string {
  if (interval === 'daily') return 'every day';
  const weekday = nameWeekday(repeat_on_day);
  if (interval === 'weekly') return `every ${weekday}`;
  if (repeat_on_week !== null) {
    return `every ${weekNames[repeat_on_week].toLowerCase()} ${weekday} of the month`;
  }
  return `on day ${Number(date?.slice(8))} of every month`;
}

const describeEnd = (time: string) => (time === allDay.end_time ? 'midnight' : timeLabel(time));

const describeTimes = (times: Times) =>
  isAllDay(times) ? 'all day' : `${timeLabel(times.start_time)} to ${describeEnd(times.end_time)}`;

/** What a property's prices are without an event. */
export type UsualPrices = Pick<
  SpotSummary,
  | 'dynamic_pricing_enabled'
  | 'active_rate'
  | 'price_hourly'
  | 'price_daily'
  | 'price_flat'
  | 'display_daily_max'
>;

/** What counts where an event sets no price. */
export const usualPrice = 'the usual price';

function describeUsual(prices: UsualPrices): string {
  const { dynamic_pricing_enabled, active_rate, price_hourly, price_daily, price_flat } = prices;
  if (dynamic_pricing_enabled) return 'the dynamic price';
  if (active_rate) return 'the rate of that time';
  if (price_hourly !== null) return `${formatMoneyShort(price_hourly)} an hour`;
  if (price_daily !== null) return `${formatMoneyShort(price_daily)} a day`;
  return price_flat === null ? usualPrice : `${formatMoneyShort(price_flat)} a stay`;
}

/** What drivers pay during an event, and instead of what; null if it sets no price. */
export function describePrice(
  event: EventSettings,
  usual: UsualPrices,
  today: LocalDate,
): string | null {
  const price = eventPriceText(event);
  if (price === null) return null;
  const max = event.price_unit === 'hour' ? usual.display_daily_max : null;
  const limit = max === null ? '' : ` (at most ${formatMoneyShort(max)} in 24 hours)`;
  const when = describeWhen(event, today);
  return `${when.charAt(0).toUpperCase()}${when.slice(1)}: ${price}${limit} instead of ${describeUsual(usual)}.`;
}

/** When an event is on, in words: its day and times, or its rule and the next day. */
export function describeWhen(event: Days & Times, today: LocalDate): string {
  const times = describeTimes(event);
  if (event.interval === 'one_time') {
    return event.date
      ? `${nameWeekday(toRepeatDay(event.date))}, ${formatDate(event.date)}, ${times}`
      : times;
  }
  const next = findNextDay(event, today);
  return `${describeRule(event)}, ${times}${next ? `, next on ${formatDate(next)}` : ''}`;
}
