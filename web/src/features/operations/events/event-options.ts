import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { getWeekdayName, weekOrder } from '@lotkeeper/contract/kernel/weekdays';
import type { Interval } from '@lotkeeper/contract/operations/recurrence';
import { lastWeek } from '@lotkeeper/contract/operations/recurrence';

export const intervalNames: Record<Interval, string> = {
  one_time: 'One time',
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
};

export const intervalOptions = (['one_time', 'daily', 'weekly', 'monthly'] as const).map(
  (value) => ({ value, label: intervalNames[value] }),
);

/** Weekdays, numbered as in events. */
export const weekdayOptions = weekOrder.map((dow) => ({
  value: String(dow - 1),
  label: getWeekdayName(dow),
}));

export const weekNames = {
  1: 'First',
  2: 'Second',
  3: 'Third',
  4: 'Fourth',
  [lastWeek]: 'Last',
} as const;

/** The days of the month that a monthly event can repeat on; `date` is its first day. */
export const weekOptions = (date: LocalDate | null) => [
  { value: 'date', label: date ? `Day ${Number(date.slice(8))} of the month` : 'The same day' },
  ...([1, 2, 3, 4, lastWeek] as const).map((week) => ({
    value: String(week),
    label: `${weekNames[week]} week`,
  })),
];
