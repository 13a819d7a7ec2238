import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { Event, EventOccurrence, EventSettings } from '@lotkeeper/contract/operations/events';
import { newEvent } from '@lotkeeper/contract/operations/events';
import { expect, test } from 'vitest';
import { findPriceWarnings, findWarnings } from './event-warnings.ts';

// June 20, 2026 is a Saturday.
const day = '2026-06-20' as LocalDate;
const closing: EventSettings = { ...newEvent(day), name: 'Cleaning' };
const market: EventSettings = {
  ...closing,
  name: 'Market',
  interval: 'weekly',
  repeat_on_day: 5,
  is_lot_closed: false,
  quantity: 20,
};
const stored = (settings: EventSettings, pk: number): Event => ({
  ...settings,
  pk,
  spot: 1,
});
const warn = (settings: EventSettings, others: readonly Event[], pk = 99) =>
  findWarnings(settings, pk, { day, others });

test('an event with the same name, time and interval as another one is reported', () => {
  const identical =
    'Market already exists with this time and interval. Saving adds it a second time.';
  expect(warn(market, [stored(market, 1)])).toEqual([identical]);
  expect(warn({ ...market, name: 'market' }, [stored(market, 1)])).toEqual([identical]);
  for (const change of [
    { name: 'Fair' },
    { end_time: '18:00:00' },
    { interval: 'one_time', repeat_on_day: null },
  ] as const) {
    expect(warn({ ...market, ...change }, [stored(market, 1)])).toEqual([]);
  }
});

test('a closing names the events that it overrides on its day, each once', () => {
  const others = [
    stored(market, 1),
    stored({ ...market, name: 'Fair', start_time: '16:00:00', end_time: '20:00:00' }, 2),
    stored({ ...market, start_time: '08:00:00', end_time: '10:00:00' }, 3),
    stored({ ...market, name: 'Concert', start_time: '17:00:00', end_time: '20:00:00' }, 4),
  ];
  expect(warn(closing, others)).toEqual([
    'Closing the lot on Jun 20, 2026 overrides Market and Fair.',
  ]);
  // Only a closing takes their spaces away.
  expect(warn({ ...closing, is_lot_closed: false, quantity: 5 }, others)).toEqual([]);
});

test('a closing overrides events that repeat more often, and of its own interval the older ones', () => {
  const weekly = { ...closing, interval: 'weekly', repeat_on_day: 5 } as const;
  expect(
    warn(weekly, [stored({ ...market, interval: 'one_time', repeat_on_day: null }, 1)]),
  ).toEqual([]);
  expect(warn(weekly, [stored(market, 4)], 5)).toHaveLength(1);
  expect(warn(weekly, [stored(market, 6)], 5)).toEqual([]);
});

test('of two events with different prices at the same time, the form says which one counts', () => {
  const game: EventSettings = {
    ...market,
    name: 'Game',
    interval: 'one_time',
    repeat_on_day: null,
    date: '2026-07-04' as LocalDate,
    display_price: cents(4000),
  };
  const on = (settings: EventSettings, date: string): EventOccurrence => ({
    ...stored(settings, 1),
    date_string: date as LocalDate,
    start: '',
    end: '',
    outranked_by: [],
  });
  // July 4 is a Saturday.
  const markets = ['2026-06-27', '2026-07-04', '2026-07-11'].map((date) => on(market, date));
  expect(findPriceWarnings(game, 9, markets)).toEqual([
    'On Jul 4, 2026, this event has priority over Market: $40 flat counts, not the usual price.',
  ]);
  const hourly: EventSettings = { ...market, display_price: cents(900), price_unit: 'hour' };
  expect(findPriceWarnings(hourly, 9, [on(game, '2026-07-04')])).toEqual([
    'On Jul 4, 2026, Game has priority over this event: $40 flat counts, not $9 an hour.',
  ]);
  const later = { start_time: '17:00:00', end_time: '23:00:00' };
  expect(findPriceWarnings({ ...hourly, ...later }, 9, [on(game, '2026-07-04')])).toEqual([]);
  expect(findPriceWarnings(hourly, 9, [on(hourly, '2026-07-04')])).toEqual([]);
});
