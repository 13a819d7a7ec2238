import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { weekdayNames } from '@lotkeeper/contract/kernel/weekdays';
import type { Interval } from '@lotkeeper/contract/operations/recurrence';
import { lastWeek, toMinutes } from '@lotkeeper/contract/operations/recurrence';
import { formatTimeOfDay } from '../../../kernel/format.ts';

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
export const weekdayOptions = weekdayNames.map((label, index) => ({ value: String(index), label }));

const weeks = [
  [1, 'First'],
  [2, 'Second'],
  [3, 'Third'],
  [4, 'Fourth'],
  [lastWeek, 'Last'],
] as const;

/** The days of the month that a monthly event can repeat on; `date` is its first day. */
export const weekOptions = (date: LocalDate | null) => [
  { value: 'date', label: date ? `Day ${Number(date.slice(8))} of the month` : 'The same day' },
  ...weeks.map(([week, label]) => ({ value: String(week), label: `${label} week` })),
];

/** The time picker's interval. */
const stepMinutes = 15;

const timeText = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;

/** Formats `HH:MM:SS` as '9 AM' or '5:45 PM'; 24:00:00 is 'Midnight, end of day'. */
export const timeLabel = (time: string) =>
  toMinutes(time) === 24 * 60 ? 'Midnight, end of day' : formatTimeOfDay(toMinutes(time) / 60);

/** The times to choose from, every 15 minutes, plus the chosen one. */
export function timeOptions(chosen: string, part: 'start' | 'end') {
  const last = part === 'end' ? 24 * 60 : 24 * 60 - stepMinutes;
  const steps = Array.from({ length: last / stepMinutes + 1 }, (_, i) => timeText(i * stepMinutes));
  const times = steps.includes(chosen) ? steps : [...steps, chosen].toSorted();
  return times.map((value) => ({ value, label: timeLabel(value) }));
}
