import type { TimelineEvent, TimelinePicture } from '@lotkeeper/contract/cars/timeline';
import type { TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  instant,
  startOfDay,
  toEpochSeconds,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { eventPriceText } from '@lotkeeper/contract/operations/events';
import { listOccurrences } from '@lotkeeper/contract/operations/recurrence';
import { roleOptions } from '@lotkeeper/contract/people/team';
import type { DaySpan } from '../../../records/day-spans.ts';
import type { ActRow, DayRow, NoteRow, TimelineRows } from './timeline.queries.ts';

/** What the form of entries depends on. */
export interface TimelineContext {
  timezone: TimeZone;
  /** Whether amounts may be shown. */
  money: boolean;
  /** The URL of an image by its uuid. */
  addressOf: (uuid: string) => string;
}

/** There are no smaller images: a thumbnail is the image itself. */
const toImages = (uuids: readonly string[], { addressOf }: TimelineContext): TimelinePicture[] =>
  uuids.map((uuid) => ({ url: addressOf(uuid), thumbnail_url: addressOf(uuid) }));

function toRevenueEvent(day: DayRow, { timezone, money }: TimelineContext): TimelineEvent {
  const { rentals: total_rentals, gross, net } = day;
  return {
    event: 'daily_revenue',
    timestamp: toEpochSeconds(startOfDay(day.local_date, timezone)),
    details: { total_rentals, ...(money ? { gmv: cents(gross), income: cents(net) } : {}) },
  };
}

function toEnforcementEvents(
  day: DayRow,
  pictures: TimelineRows['pictures'],
  telling: TimelineContext,
): TimelineEvent[] {
  const { local_date, enforcement, enforcement_count } = day;
  if (enforcement === 0 && enforcement_count === 0) return [];
  const uuids = pictures.find((picture) => picture.day === local_date)?.images ?? [];
  const details = {
    autostarted_count: enforcement_count,
    ...(telling.money ? { autostarted_revenue: cents(enforcement) } : {}),
    images: toImages(uuids, telling),
  };
  const timestamp = toEpochSeconds(startOfDay(local_date, telling.timezone));
  return [{ event: 'enforcement', timestamp, details }];
}

function toNoteEvent(note: NoteRow, telling: TimelineContext): TimelineEvent {
  const { kind, title, description, images, happened_at } = note;
  const details = { title, description, images: toImages(images, telling) };
  return { event: kind, timestamp: toEpochSeconds(happened_at), details };
}

const priceNames = {
  price: 'Price',
  price_hourly: 'Hourly',
  price_daily: 'Daily',
  price_monthly: 'Monthly',
  price_flat: 'Flat',
} as const;

const priceIn = (values: ActRow['before'], field: string) => {
  const price = values?.[field];
  return typeof price === 'number' ? cents(price) : null;
};

/** Each price that an audit entry changed; for a new or deleted rate, its price. */
const changedPrices = ({ before, after }: ActRow) =>
  Object.entries(priceNames)
    .map(([field, name]) => ({
      name,
      before: priceIn(before, field),
      after: priceIn(after, field),
    }))
    .filter((price) => price.before !== price.after);

function priceTitle({ act, subject_type, name }: ActRow): string {
  if (subject_type !== 'rate') return 'Prices changed';
  if (act === 'create') return `New rate: ${name}`;
  return act === 'remove' ? `Rate removed: ${name}` : `Rate changed: ${name}`;
}

function toPriceChangeEvent(act: ActRow, { money }: TimelineContext): TimelineEvent {
  const words = { title: priceTitle(act), description: '', images: [] };
  return {
    event: 'price_change',
    timestamp: toEpochSeconds(act.happened_at),
    details: { ...words, ...(money ? { prices: changedPrices(act) } : {}) },
  };
}

function toTeamChangeEvent({ act, name, after, happened_at }: ActRow): TimelineEvent {
  const personName = name ?? 'Somebody';
  const role = roleOptions.find(({ value }) => value === after?.role)?.label;
  const title =
    act === 'remove'
      ? `${personName} left the team`
      : act === 'change'
        ? `${personName} has another role`
        : `${personName} joined the team`;
  const details = { title, description: role ? `Role: ${role}` : '', images: [] };
  return { event: 'team_change', timestamp: toEpochSeconds(happened_at), details };
}

/** Calendar events: single ones, and repeated ones on days with something else. */
function calendarEntries(
  { events }: TimelineRows,
  days: DaySpan,
  others: readonly TimelineEvent[],
  { timezone }: TimelineContext,
): TimelineEvent[] {
  const toDay = (at: number) => toLocalDate(instant(at * 1000), timezone);
  const otherDays = new Set(others.map(({ timestamp }) => toDay(timestamp)));
  return listOccurrences(events, days.from, days.to, timezone)
    .filter(({ event, day }) => event.interval === 'one_time' || otherDays.has(day))
    .map(({ event, start, end }) => ({
      event: 'event',
      timestamp: toEpochSeconds(start),
      details: {
        title: event.name,
        description: event.is_lot_closed
          ? 'The lot is closed to the public.'
          : `${[`${event.quantity} spaces are open to the public`, eventPriceText(event)].filter(Boolean).join(', ')}.`,
        images: [],
        until: toEpochSeconds(end),
      },
    }));
}

/** The entries of a range of days, newest first; a day's totals are last within it. */
export function buildEvents(
  rows: TimelineRows,
  days: DaySpan,
  telling: TimelineContext,
): TimelineEvent[] {
  const recorded = [
    ...rows.notes.map((note) => toNoteEvent(note, telling)),
    ...rows.prices.map((act) => toPriceChangeEvent(act, telling)),
    ...rows.team.map((act) => toTeamChangeEvent(act)),
    ...rows.days.flatMap((day) => toEnforcementEvents(day, rows.pictures, telling)),
    ...rows.days.map((day) => toRevenueEvent(day, telling)),
  ];
  return [...calendarEntries(rows, days, recorded, telling), ...recorded].toSorted(
    (a, b) => b.timestamp - a.timestamp,
  );
}
