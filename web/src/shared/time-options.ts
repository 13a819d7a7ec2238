import { toMinutes } from '@lotkeeper/contract/operations/recurrence';
import { formatTimeOfDay } from '../kernel/format.ts';

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
