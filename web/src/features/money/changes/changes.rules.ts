import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, daysBetween, parseLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatShare } from '@lotkeeper/contract/money/change-words';
import type {
  BridgeCause,
  BridgePeriod,
  BridgeStep,
  ComparedPeriod,
  RevenueBridge,
} from '@lotkeeper/contract/money/changes';
import {
  bridgePeriods,
  earliestPeriod,
  latestPeriod,
  shiftPeriod,
  startOfDaysBefore,
  startOfPeriod,
} from '@lotkeeper/contract/money/changes';
import { earliestReportDate } from '@lotkeeper/contract/money/report-range';
import { maxCalendarDays } from '@lotkeeper/contract/operations/calendar-days';
import type { DayNotes } from '@lotkeeper/contract/operations/local-intelligence';
import {
  formatCount,
  formatDate,
  formatDateShort,
  formatDayRange,
  formatMoneyExact,
  formatMonth,
  formatMonthShort,
  formatStay,
} from '../../../kernel/format.ts';
import { describeDay } from '../../../shared/day-notes.ts';
import type { ChangeFilters } from './change-search.ts';

/** A month or week by its first day, or any days. */
export type ChosenPeriod =
  | { period: BridgePeriod; start: LocalDate }
  | { period: 'days'; start: LocalDate; end: LocalDate };

/** The days in the URL if they can be compared with as many days before, without those after today. */
export function readDays(
  filters: Pick<ChangeFilters, 'startDate' | 'endDate'>,
  today: LocalDate,
): ChosenPeriod | null {
  const [start, last] = [filters.startDate, filters.endDate].map((day) =>
    parseLocalDate(day ?? ''),
  );
  if (!start || !last) return null;
  const end = last < today ? last : today;
  const isUsable =
    start <= end && start < today && startOfDaysBefore({ start, end }) >= earliestReportDate;
  return isUsable ? { period: 'days', start, end } : null;
}

/** The period in the URL if it can be compared, or else the last complete one. */
export function readPeriod(filters: ChangeFilters, today: LocalDate): ChosenPeriod {
  const days = filters.period === 'days' ? readDays(filters, today) : null;
  if (days) return days;
  const period = bridgePeriods.find((name) => name === filters.period) ?? 'month';
  const day = parseLocalDate(filters.startDate ?? '');
  const start = day && startOfPeriod(period, day);
  const isUsable =
    start !== null && start >= earliestPeriod(period) && start <= latestPeriod(period, today);
  return {
    period,
    start: isUsable ? start : shiftPeriod(period, startOfPeriod(period, today), -1),
  };
}

/** A period as the URL has it. */
export const toPeriodSearch = (chosen: ChosenPeriod) => ({
  period: chosen.period,
  startDate: chosen.start,
  ...(chosen.period === 'days' && { endDate: chosen.end }),
});

/** The last day of a period, or today if it isn't over. */
function findEnd(chosen: ChosenPeriod, today: LocalDate): LocalDate {
  if (chosen.period === 'days') return chosen.end;
  const end = addDays(shiftPeriod(chosen.period, chosen.start, 1), -1);
  return end < today ? end : today;
}

/** The same days as another kind of period: the month or week of the first day, or the days themselves. */
export function changePeriod(
  chosen: ChosenPeriod,
  period: ComparedPeriod,
  today: LocalDate,
): ChosenPeriod {
  return period === 'days'
    ? { period, start: chosen.start, end: findEnd(chosen, today) }
    : { period, start: startOfPeriod(period, chosen.start) };
}

/** The previous and next periods; null when they can't be compared. */
export function listNeighbors(
  chosen: ChosenPeriod,
  today: LocalDate,
): Record<'previous' | 'next', ChosenPeriod | null> {
  const shift = (count: number): ChosenPeriod => {
    if (chosen.period !== 'days') {
      const { period, start } = chosen;
      return { period, start: shiftPeriod(period, start, count) };
    }
    const days = count * (daysBetween(chosen.start, chosen.end) + 1);
    return { ...chosen, start: addDays(chosen.start, days), end: addDays(chosen.end, days) };
  };
  const [previous, next] = [shift(-1), shift(1)];
  const earliest = (period: ChosenPeriod) =>
    period.period === 'days' ? startOfDaysBefore(period) : period.start;
  const first = chosen.period === 'days' ? earliestReportDate : earliestPeriod(chosen.period);
  const hasNext =
    next.period === 'days' ? next.end <= today : next.start <= latestPeriod(next.period, today);
  return {
    previous: earliest(previous) >= first ? previous : null,
    next: hasNext ? next : null,
  };
}

/** Formats a range of days: 'Nov 1 – 24', 'Nov 30 – Dec 6'. */
export const formatDays = ({ start_date: start, end_date: end }: BridgeSide) =>
  formatDayRange(start, end);

type BridgeSide = Pick<RevenueBridge['later'], 'start_date' | 'end_date'>;

/** Formats a period in full, such as 'Nov 2026' or 'Nov 16 – Nov 22, 2026'. */
export function formatPeriod(chosen: ChosenPeriod): string {
  const { period, start } = chosen;
  if (period === 'month') return formatMonth(start.slice(0, 7));
  const end = period === 'days' ? chosen.end : addDays(shiftPeriod(period, start, 1), -1);
  return `${formatDateShort(start)} – ${formatDate(end)}`;
}

/** Whether both days of both sides are in the same year, so that it needn't be named. */
const isOneYear = ({ earlier, later }: RevenueBridge) =>
  earlier.start_date.slice(0, 4) === later.end_date.slice(0, 4);

const formatDaysOfYear = (side: BridgeSide) =>
  `${formatDateShort(side.start_date)} – ${formatDate(side.end_date)}`;

/** Short names of both periods. A month that isn't over is named by its days. */
export function namePeriods(bridge: RevenueBridge, period: ComparedPeriod) {
  const { earlier, later } = bridge;
  if (period === 'days' && !isOneYear(bridge)) {
    return { earlier: formatDaysOfYear(earlier), later: formatDaysOfYear(later) };
  }
  if (period !== 'month' || bridge.is_partial) {
    return { earlier: formatDays(earlier), later: formatDays(later) };
  }
  const isSameYear = earlier.start_date.slice(0, 4) === later.start_date.slice(0, 4);
  const format = isSameYear ? formatMonthShort : formatMonth;
  return {
    earlier: format(earlier.start_date.slice(0, 7)),
    later: format(later.start_date.slice(0, 7)),
  };
}

function describeCount({ earlier, later, rental_group: group }: BridgeStep): string {
  const change = (later ?? 0) - (earlier ?? 0);
  const noun = group === 'transient' ? 'rental' : 'payment';
  const plural = Math.abs(change) === 1 ? noun : `${noun}s`;
  if (change === 0) return `Charges without a new ${noun}.`;
  const counts = `${formatCount(earlier ?? 0)} → ${formatCount(later ?? 0)}`;
  return `${formatCount(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} ${plural} (${counts}).`;
}

function describeStay({ earlier, later, ratio, amount }: BridgeStep): string {
  const direction = amount > 0 ? 'longer' : 'shorter';
  const words =
    ratio === null
      ? `Stays were ${direction}.`
      : `${formatShare(ratio)} ${direction}, each type and property by itself.`;
  // Over several types the average may move the other way, because their mix changed.
  const agrees =
    earlier !== null && later !== null && Math.sign(later - earlier) === Math.sign(amount);
  return agrees ? `${words} On average ${formatStay(earlier)} → ${formatStay(later)}.` : words;
}

function describePrice({ ratio, amount, rental_group: group }: BridgeStep): string {
  if (ratio === null) return 'Charges without a new rental.';
  const share = formatShare(ratio).toLowerCase();
  return group === 'transient'
    ? `Rentals of the same length cost ${share} ${amount > 0 ? 'more' : 'less'}.`
    : `Payments were ${share} ${amount > 0 ? 'higher' : 'lower'}.`;
}

/** What changed, in words; '' for sums, which appear next to it as links. */
export function describeStep(step: BridgeStep): string {
  const isGain = step.amount > 0;
  const describe: Partial<Record<BridgeCause, () => string>> = {
    count: () => describeCount(step),
    property_mix: () =>
      isGain
        ? 'A larger share at properties where each brings more.'
        : 'A larger share at properties where each brings less.',
    type_mix: () =>
      isGain
        ? 'A larger share of types that cost more.'
        : 'A larger share of types that cost less.',
    stay: () => describeStay(step),
    price: () => describePrice(step),
  };
  return describe[step.cause]?.() ?? '';
}

/** The change in a few words: 'fell by $12.50', 'rose by $1.00'; null when there isn't any. */
export function describeChange({ earlier, later }: RevenueBridge): string | null {
  const change = later.net - earlier.net;
  if (change === 0) return null;
  return `${change > 0 ? 'rose' : 'fell'} by ${formatMoneyExact(Math.abs(change))}`;
}

const countDays = ({ start_date: start, end_date: end }: BridgeSide) => daysBetween(start, end) + 1;

/** Says which days are compared, unless that's obvious; then ''. */
export function describeDays(bridge: RevenueBridge, period: ComparedPeriod): string {
  if (period === 'days') {
    return `As many days before are compared.${bridge.is_partial ? ' Today isn’t counted.' : ''}`;
  }
  const [earlier, later] = [countDays(bridge.earlier), countDays(bridge.later)];
  if (!bridge.is_partial) {
    return earlier === later ? '' : `The periods have ${earlier} and ${later} days.`;
  }
  const days = later === 1 ? 'first day' : `first ${later} days`;
  return earlier === later
    ? `This ${period} isn’t over, so the ${days} of both are compared. Today isn’t counted.`
    : `This ${period} isn’t over. Its ${days} are compared with all ${earlier} of the one before.`;
}

export const isEmpty = ({ earlier, later }: RevenueBridge) =>
  earlier.entry_count === 0 && later.entry_count === 0;

/** Whether the days of both periods are few enough for notes on each (`listDayNotes`). */
export const hasShortNotes = ({ earlier, later }: RevenueBridge) =>
  daysBetween(earlier.start_date, later.end_date) < maxCalendarDays;

/** Something unusual in a period, with its days. */
export interface PeriodNote {
  text: string;
  days: LocalDate[];
}

/** What was unusual in a period: each note once, closures and silent cameras first. */
export function listPeriodNotes(
  notes: readonly DayNotes[],
  { start_date: start, end_date: end }: BridgeSide,
): PeriodNote[] {
  const days = notes.filter(({ date }) => date >= start && date <= end);
  const daysByNote = new Map<string, LocalDate[]>();
  for (const day of days) {
    for (const text of describeDay(day))
      daysByNote.set(text, [...(daysByNote.get(text) ?? []), day.date]);
  }
  const isCause = (text: string) =>
    days.some(({ closed_by, silent_cameras }) =>
      describeDay({ closed_by, silent_cameras, holidays: [], events: [], date: start }).includes(
        text,
      ),
    );
  return [...daysByNote]
    .map(([text, dates]) => ({ text, days: dates }))
    .toSorted((a, b) => Number(isCause(b.text)) - Number(isCause(a.text)));
}

const mostDays = 4;

/** Lists days in short form and counts the rest: 'Nov 3, Nov 4, Nov 5, Nov 6 and 2 more days'. */
export function listDays(days: readonly LocalDate[]): string {
  const text = days.slice(0, mostDays).map(formatDateShort).join(', ');
  const more = days.length - mostDays;
  if (more <= 0) return text;
  return `${text} and ${formatCount(more)} more ${more === 1 ? 'day' : 'days'}`;
}
