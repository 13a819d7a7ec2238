import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { newEvent } from '@lotkeeper/contract/operations/events';
import { expect, test } from 'vitest';
import { describePrice, describeWhen } from './event-words.ts';

// December 5, 2026 is a Saturday.
const saturday = '2026-12-05' as LocalDate;
const today = '2026-11-30' as LocalDate;
const event = { ...newEvent(saturday), start_time: '17:00:00', end_time: '23:00:00' };

test.each([
  [{}, 'Saturday, Dec 5, 2026, 5 PM to 11 PM'],
  [{ start_time: '00:00:00', end_time: '24:00:00' }, 'Saturday, Dec 5, 2026, all day'],
  [{ end_time: '24:00:00' }, 'Saturday, Dec 5, 2026, 5 PM to midnight'],
  [{ interval: 'daily' }, 'every day, 5 PM to 11 PM, next on Dec 5, 2026'],
  [
    { interval: 'weekly', repeat_on_day: 5, date: '2026-10-03' as LocalDate },
    'every Saturday, 5 PM to 11 PM, next on Dec 5, 2026',
  ],
  [
    { interval: 'monthly', repeat_on_day: 5, repeat_on_week: -1 },
    'every last Saturday of the month, 5 PM to 11 PM, next on Dec 26, 2026',
  ],
  [{ interval: 'monthly' }, 'on day 5 of every month, 5 PM to 11 PM, next on Dec 5, 2026'],
] as const)('an event with %j is on %s', (more, words) => {
  expect(describeWhen({ ...event, ...more }, today)).toBe(words);
});

const prices = {
  dynamic_pricing_enabled: false,
  active_rate: null,
  price_hourly: cents(800),
  price_daily: null,
  price_flat: null,
  display_daily_max: cents(2400),
};
const game = { ...event, is_lot_closed: false, quantity: 40, display_price: cents(4000) };
const byHour = { ...game, price_unit: 'hour' } as const;
const night = { name: 'Night', unit: 'hour', price: cents(300) } as const;

test.each([
  [game, {}, 'Saturday, Dec 5, 2026, 5 PM to 11 PM: $40 flat instead of $8 an hour.'],
  [
    { ...game, interval: 'weekly', repeat_on_day: 5 } as const,
    { dynamic_pricing_enabled: true },
    'Every Saturday, 5 PM to 11 PM, next on Dec 5, 2026: $40 flat instead of the dynamic price.',
  ],
  [
    byHour,
    { active_rate: night },
    'Saturday, Dec 5, 2026, 5 PM to 11 PM: $40 an hour (at most $24 in 24 hours) instead of the rate of that time.',
  ],
  [{ ...game, display_price: null }, {}, null],
])('the price of event %# is said in words', (settings, more, words) => {
  expect(describePrice(settings, { ...prices, ...more }, today)).toBe(words);
});
