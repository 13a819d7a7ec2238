import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import type { EventSettings } from '@lotkeeper/contract/operations/events';
import { lastWeek } from '@lotkeeper/contract/operations/recurrence';

type DemoEvent = Omit<EventSettings, 'codes' | 'display_price' | 'price_unit'>;

/** A lot's recurring event, enforced and with public spaces by default. */
const event = (
  name: string,
  when: [start: string, end: string],
  more: Partial<DemoEvent> & Pick<DemoEvent, 'interval'>,
): DemoEvent => ({
  name,
  start_time: `${when[0]}:00`,
  end_time: `${when[1]}:00`,
  quantity: 40,
  is_lot_closed: false,
  spaceforce_multiplier: 1,
  date: null,
  repeat_on_day: null,
  repeat_on_week: null,
  ...more,
});

const weekly = (repeat_on_day: number) => ({ interval: 'weekly', repeat_on_day }) as const;
const monthly = (repeat_on_week: EventSettings['repeat_on_week'], repeat_on_day: number) =>
  ({ interval: 'monthly', repeat_on_week, repeat_on_day }) as const;

/** Recurring events at lots besides games and shows, and one upcoming closure; `today` is the lot's. */
const events: Record<string, (today: LocalDate) => DemoEvent[]> = {
  depot: () => [
    event('Farmers Market', ['07:00', '13:00'], { ...weekly(5), quantity: 60 }),
    event('Gallery Night', ['17:00', '22:00'], monthly(1, 4)),
  ],
  copper: () => [
    event('First Friday Art Walk', ['18:00', '23:00'], { ...monthly(1, 4), quantity: 120 }),
    event('Late-night parking', ['20:00', '24:00'], { interval: 'daily', quantity: 30 }),
  ],
  meridian: () => [
    event('Weekend public parking', ['08:00', '20:00'], weekly(5)),
    event('Weekend public parking', ['08:00', '20:00'], weekly(6)),
  ],
  ballpark: () => [
    event('Evening parking', ['17:00', '23:00'], { interval: 'daily', quantity: 25 }),
    event('Sunday brunch', ['10:00', '14:00'], weekly(6)),
    event('Street sweeping', ['06:00', '08:00'], {
      ...monthly(lastWeek, 0),
      quantity: 0,
      is_lot_closed: true,
      spaceforce_multiplier: 0,
    }),
  ],
  harbor: (today) => [
    event('Repaving', ['06:00', '20:00'], {
      interval: 'one_time',
      date: addDays(today, 9),
      quantity: 0,
      is_lot_closed: true,
      spaceforce_multiplier: 0,
    }),
  ],
};

/** A lot's events besides games and shows; recurring ones start at `first`. */
export const recurringEvents = (
  lot: string,
  { first, today }: { first: LocalDate; today: LocalDate },
): DemoEvent[] =>
  (events[lot]?.(today) ?? []).map((demoEvent) => ({
    ...demoEvent,
    date: demoEvent.date ?? first,
  }));
