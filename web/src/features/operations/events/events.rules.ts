import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import { calendarDayBegins } from '@lotkeeper/contract/operations/calendar-days';
import type { Event, EventCode, EventOccurrence } from '@lotkeeper/contract/operations/events';
import { eventPriceText, isAllDay } from '@lotkeeper/contract/operations/events';
import { formatQuantity } from '../../../kernel/format.ts';
import type { CalendarView } from '../../../ui/calendar/calendar.rules.ts';
import type { CalendarItem } from '../../../ui/calendar/calendar.tsx';
import { intervalNames } from './event-options.ts';

/** As `HH:MM:SS`. */
const dayBegins = `${String(calendarDayBegins).padStart(2, '0')}:00:00`;

const listed = new Intl.ListFormat('en-US');
const joinCodes = (codes: readonly EventCode[]) => listed.format(codes.map(({ code }) => code));

/** What happens to an event's codes when it's deleted, in sentences. */
export function codesAfterDelete(event: Event, codes: readonly EventCode[]): string {
  const own = codes.filter(({ pk }) => event.codes.includes(pk));
  if (own.length === 0) return 'No validation codes are for this event.';
  const lost = own.filter(({ events }) => events <= 1);
  const sharedCodes = own.filter(({ events }) => events > 1);
  return [
    ...(lost.length > 0
      ? [
          `Validation ${lost.length > 1 ? 'codes' : 'code'} ${joinCodes(lost)} will lose validity: ${lost.length > 1 ? 'they are' : 'it is'} for this event alone.`,
        ]
      : []),
    ...(sharedCodes.length > 0
      ? [
          `Validation ${sharedCodes.length > 1 ? 'codes' : 'code'} ${joinCodes(sharedCodes)} will stay valid for other events.`,
        ]
      : []),
  ].join(' ');
}

function describeEvent(event: Event): string {
  if (event.is_lot_closed) return 'Lot closed';
  const enforced = event.spaceforce_multiplier === 0 ? ', not enforced' : '';
  return [`${formatQuantity(event.quantity, 'space')}${enforced}`, eventPriceText(event)]
    .filter(Boolean)
    .join(', ');
}

/** An occurrence as a calendar item; one that another outranks is faded, and says so. */
export function toItem(occurrence: EventOccurrence): CalendarItem {
  const lost = occurrence.outranked_by.length > 0;
  const spoken = lost ? `. Outranked by ${listed.format(occurrence.outranked_by)}` : '';
  return {
    key: String(occurrence.pk),
    title: occurrence.name,
    ...(isAllDay(occurrence)
      ? { start: occurrence.date_string }
      : { start: occurrence.start, end: occurrence.end }),
    note: describeEvent(occurrence),
    spoken: `, ${intervalNames[occurrence.interval]}${spoken}`,
    tone: occurrence.is_lot_closed ? 'closed' : 'open',
    faded: lost,
  };
}

/**
 * Whether an occurrence is visible between two days, which begin at 5:00 except in a month and for
 * what lasts all day: whatever ends by then on the first day belongs to the previous day, and
 * whatever begins before then after the last day belongs to that day.
 */
export function isInSight(
  occurrence: EventOccurrence,
  days: { start: string; end: string },
  view: CalendarView,
): boolean {
  const { date_string, start_time, end_time } = occurrence;
  if (view === 'month' || isAllDay(occurrence))
    return date_string >= days.start && date_string <= days.end;
  if (date_string > days.end) return start_time < dayBegins;
  return date_string > days.start || end_time > dayBegins;
}

/** The days whose events may be in sight: hours after midnight are shown with the previous day. */
export const findReadDays = (days: { start: LocalDate; end: LocalDate }) => ({
  start: days.start,
  end: addDays(days.end, 1),
});
