import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, instant, startOfDay } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { cents, dollarsText } from '@lotkeeper/contract/kernel/money';
import { listComingPayouts } from '@lotkeeper/contract/money/payouts';
import { eventPriceText } from '@lotkeeper/contract/operations/events';
import { listOccurrences } from '@lotkeeper/contract/operations/recurrence';
import type { ICalEventData } from 'ical-generator';
import ical, { ICalEventBusyStatus } from 'ical-generator';
import { toDate } from '../../../kernel/clock.ts';
import { Download } from '../../../kernel/http/downloads.ts';
import type { EventRow } from '../../../records/operations/events.ts';
import { describeAlert } from '../../platform/alerts/public.ts';
import type { CalendarAlert, CalendarPayout, LiveCalendar } from './calendar-feeds.queries.ts';

/** How often programs should read a calendar again, in seconds. */
const refreshSeconds = 3600;

/** An iCalendar file. */
export class CalendarFile extends Download {
  readonly extension = 'ics';
  readonly type = 'text/calendar; charset=utf-8';
  readonly #text: string;

  constructor(name: string, text: string) {
    super(name);
    this.#text = text;
  }

  content(): Buffer {
    return Buffer.from(this.#text);
  }
}

interface Item {
  /** Unique and stable: a program that reads again changes the item that it has. */
  id: string;
  summary: string;
  description?: string | undefined;
  link: string;
  /** A day, or from one time to another. */
  when: { day: LocalDate } | { start: Instant; end: Instant };
  isBusy?: boolean;
}

/** Text as iCalendar can have it: one kind of line break, and no control characters. */
const toPlainText = (text: string) =>
  text.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');

/**
 * Programs keep an item that has a UID of theirs, and Google Calendar ignores what changed in it unless revision and
 * time of change are newer. Nothing notes when an event was changed, so each minute is a revision.
 */
const toEventData = (
  { id, summary, description, link, when, isBusy }: Item,
  now: Instant,
): ICalEventData => ({
  id,
  summary: toPlainText(summary),
  description: description === undefined ? null : toPlainText(description),
  url: link,
  sequence: Math.floor(now / minuteMs),
  stamp: toDate(instant(now - (now % minuteMs))),
  lastModified: toDate(instant(now - (now % minuteMs))),
  busystatus: isBusy ? ICalEventBusyStatus.BUSY : ICalEventBusyStatus.FREE,
  ...('day' in when
    ? {
        start: toDate(startOfDay(when.day, 'UTC')),
        end: toDate(startOfDay(addDays(when.day, 1), 'UTC')),
        allDay: true,
      }
    : { start: toDate(when.start), end: toDate(when.end) }),
});

/**
 * Writes a calendar. Occurrences are one by one and in UTC, so that a program needs neither our rules about which event
 * counts nor our time zones.
 */
export const writeCalendar = (name: string, items: readonly Item[], now: Instant): string =>
  ical({
    // The library escapes everything but line breaks in a name.
    name: toPlainText(name).replaceAll(/\n+/g, ' '),
    prodId: { company: 'Lotkeeper', product: 'Lotkeeper', language: 'EN' },
    ttl: refreshSeconds,
    events: items.map((item) => toEventData(item, now)),
  }).toString();

export interface CalendarPlace {
  host: string;
  publicUrl: string;
}

const describeEvent = (event: EventRow) =>
  [event.quantity > 0 ? `${event.quantity} spaces` : null, eventPriceText(event)]
    .filter((part) => part !== null)
    .join(', ') || undefined;

/** The events and closings of a property, for each day that they take place. */
export const toEventItems = (
  calendar: LiveCalendar,
  rows: readonly EventRow[],
  { days, origin }: { days: { first: LocalDate; last: LocalDate }; origin: CalendarPlace },
): Item[] =>
  listOccurrences(rows, days.first, days.last, calendar.timezone).map(
    ({ event, day, start, end }) => {
      const isWholeDay = end === startOfDay(addDays(day, 1), calendar.timezone);
      const lasts = start === startOfDay(day, calendar.timezone) && isWholeDay;
      return {
        id: `event-${event.pk}-${day}@${origin.host}`,
        summary: event.is_lot_closed ? `Closed: ${event.name}` : event.name,
        description: event.is_lot_closed ? undefined : describeEvent(event),
        link: `${origin.publicUrl}/organization/${calendar.organization_id}/spots/${calendar.spot_pk}/events?date=${day}`,
        when: lasts ? { day } : { start, end },
        isBusy: event.is_lot_closed,
      };
    },
  );

const describePayout = ({ has_come_back, has_arrived }: CalendarPayout) => {
  if (has_come_back) return 'came back';
  return has_arrived ? 'arrived' : 'sent';
};

/** Payouts made, the next one, and alerts from their beginning to their end. */
export function toPayoutItems(
  calendar: LiveCalendar,
  found: { payouts: readonly CalendarPayout[]; alerts: readonly CalendarAlert[] },
  { now, origin }: { now: Instant; origin: CalendarPlace },
): Item[] {
  const link = `${origin.publicUrl}/organization/${calendar.organization_id}/payouts`;
  const { next } = listComingPayouts(calendar.payout_schedule, now);
  const payouts = found.payouts.map((payout) => ({
    id: `payout-${payout.pk}@${origin.host}`,
    summary: `Payout of ${dollarsText(cents(payout.amount))} ${describePayout(payout)}`,
    link,
    when: { day: payout.local_date },
  }));
  const coming = {
    id: `payout-of-${next.end}-${calendar.organization_id}@${origin.host}`,
    summary: 'Next payout',
    description: `For ${next.start} to ${next.end}`,
    link,
    when: { day: next.due },
  };
  const alerts = found.alerts.map((alert) => {
    const { title, detail, cost, advice, path } = describeAlert(alert, {
      isOver: alert.ended_at !== null,
    });
    const start = instant(alert.since);
    // One that is open ends with the hour, so that the file doesn't change each second.
    const openUntil = Math.ceil((now + 1) / (60 * minuteMs)) * 60 * minuteMs;
    return {
      id: `alert-${alert.pk}@${origin.host}`,
      summary: title,
      description: [detail, cost && `${cost}.`, advice && `${advice}.`].filter(Boolean).join('\n'),
      link: `${origin.publicUrl}${path}`,
      when: { start, end: instant(Math.max(start + minuteMs, alert.ended_at ?? openUntil)) },
    };
  });
  return [...payouts, ...(calendar.has_bank ? [coming] : []), ...alerts];
}
