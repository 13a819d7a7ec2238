import type { Instant, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { localDateOf, startOfDay, toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { occurrencesOf } from '@lotkeeper/contract/recurrence';
import { roleOptions } from '@lotkeeper/contract/team';
import type { TimelineEvent, TimelinePicture } from '@lotkeeper/contract/timeline';
import type { DaySpan } from '../../records/revenue.ts';
import type { ActRow, DayRow, NoteRow, TimelineRows } from './timeline.queries.ts';

/** What the telling of entries depends on. */
export interface Telling {
  timezone: TimeZone;
  /** Whether amounts may be told. */
  money: boolean;
  /** The address of a picture by its uuid. */
  addressOf: (uuid: string) => string;
}

/** No smaller pictures are kept: a thumbnail is the picture itself. */
const picturesOf = (uuids: readonly string[], { addressOf }: Telling): TimelinePicture[] =>
  uuids.map((uuid) => ({ url: addressOf(uuid), thumbnail_url: addressOf(uuid) }));

function revenueOf(day: DayRow, { timezone, money }: Telling): TimelineEvent {
  const { rentals: total_rentals, gross, net } = day;
  return {
    event: 'daily_revenue',
    timestamp: toEpochSeconds(startOfDay(day.local_date, timezone)),
    details: { total_rentals, ...(money ? { gmv: cents(gross), income: cents(net) } : {}) },
  };
}

function enforcementOf(
  day: DayRow,
  pictures: TimelineRows['pictures'],
  telling: Telling,
): TimelineEvent[] {
  const { local_date, enforcement, enforcement_count } = day;
  if (enforcement === 0 && enforcement_count === 0) return [];
  const uuids = pictures.find((one) => one.day === local_date)?.images ?? [];
  const details = {
    autostarted_count: enforcement_count,
    ...(telling.money ? { autostarted_revenue: cents(enforcement) } : {}),
    images: picturesOf(uuids, telling),
  };
  const timestamp = toEpochSeconds(startOfDay(local_date, telling.timezone));
  return [{ event: 'enforcement', timestamp, details }];
}

function noteOf(note: NoteRow, telling: Telling): TimelineEvent {
  const { kind, title, description, images, happened_at } = note;
  const details = { title, description, images: picturesOf(images, telling) };
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

/** Each price that an act changed; of a rate that is made or taken away, its price. */
const changedPrices = ({ before, after }: ActRow) =>
  Object.entries(priceNames)
    .map(([field, name]) => ({
      name,
      before: priceIn(before, field),
      after: priceIn(after, field),
    }))
    .filter((price) => price.before !== price.after);

function priceTitle({ act, subject, name }: ActRow): string {
  if (!subject.startsWith('rate ')) return 'Prices changed';
  if (act === 'create') return `New rate: ${name}`;
  return act === 'remove' ? `Rate removed: ${name}` : `Rate changed: ${name}`;
}

function priceChangeOf(act: ActRow, { money }: Telling): TimelineEvent {
  const words = { title: priceTitle(act), description: '', images: [] };
  return {
    event: 'price_change',
    timestamp: toEpochSeconds(act.happened_at),
    details: { ...words, ...(money ? { prices: changedPrices(act) } : {}) },
  };
}

function teamChangeOf({ act, name, after, happened_at }: ActRow): TimelineEvent {
  const who = name ?? 'Somebody';
  const role = roleOptions.find(({ value }) => value === after?.role)?.label;
  const title =
    act === 'remove'
      ? `${who} left the team`
      : act === 'change'
        ? `${who} has another role`
        : `${who} joined the team`;
  const details = { title, description: role ? `Role: ${role}` : '', images: [] };
  return { event: 'team_change', timestamp: toEpochSeconds(happened_at), details };
}

/** Events of the calendar: those of one time, and those that repeat on days of which there is something else to tell. */
function calendarEntries(
  { events }: TimelineRows,
  days: DaySpan,
  others: readonly TimelineEvent[],
  { timezone }: Telling,
): TimelineEvent[] {
  const dayOf = (at: number) => localDateOf((at * 1000) as Instant, timezone);
  const told = new Set(others.map(({ timestamp }) => dayOf(timestamp)));
  return occurrencesOf(events, days.from, days.to, timezone)
    .filter(({ event, day }) => event.interval === 'one_time' || told.has(day))
    .map(({ event, start, end }) => ({
      event: 'event',
      timestamp: toEpochSeconds(start),
      details: {
        title: event.name,
        description: event.is_lot_closed
          ? 'The lot is closed to the public.'
          : `${event.quantity} spaces are open to the public.`,
        images: [],
        until: toEpochSeconds(end),
      },
    }));
}

/** The entries of a span of days, the newest first; a day's sums come last in it. */
export function entriesOf(rows: TimelineRows, days: DaySpan, telling: Telling): TimelineEvent[] {
  const recorded = [
    ...rows.notes.map((note) => noteOf(note, telling)),
    ...rows.prices.map((act) => priceChangeOf(act, telling)),
    ...rows.team.map((act) => teamChangeOf(act)),
    ...rows.days.flatMap((day) => enforcementOf(day, rows.pictures, telling)),
    ...rows.days.map((day) => revenueOf(day, telling)),
  ];
  return [...calendarEntries(rows, days, recorded, telling), ...recorded].toSorted(
    (a, b) => b.timestamp - a.timestamp,
  );
}
