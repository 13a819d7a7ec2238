import * as z from 'zod/mini';
import { adminAndEmployee, atSpot, ofSpotRecord, onlyPriced } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/calendar.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pk, pkOrUuidText, pkText, text } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import type { Cents } from '../kernel/money.ts';
import { amountField, shortDollarsText } from '../kernel/money.ts';
import { namesOf, withShown } from '../kernel/shown.ts';
import { calendarQuery } from './calendar-days.ts';
import { intervals, lastWeek, toMinutes, toRepeatDay } from './recurrence.ts';

export const eventMessages = {
  required: 'This is required',
  endBeforeStart: 'End time cannot be before start time.',
  noTime: 'Start and end are the same time.',
  spaces: 'Enter how many spaces are open to the public.',
  code: 'This property has no such validation code for events.',
  priceByAdmins:
    'Only Admins set the price of an event, and close, move or delete one that has a price.',
  overPriced: (name: string) =>
    `Only Admins add or move an event that counts instead of ${name}, which has a price.`,
  otherSpot: 'An event can’t move to another property.',
  priority:
    'When events overlap, they take priority in this order: one time, monthly, weekly, daily. Events with lower priority appear faded.',
  added: (name: string) => `Added event: ${name}`,
  changed: (name: string) => `Updated event: ${name}`,
  closed: (when: string) => `The lot is closed ${when}.`,
  removed: (name: string) => `Deleted event: ${name}`,
  identical: (name: string) =>
    `${name} already exists with this time and interval. Saving adds it a second time.`,
  overrides: (day: string, names: string) => `Closing the lot on ${day} overrides ${names}.`,
  priceWins: (day: string, name: string, [own, other]: readonly [string, string]) =>
    `On ${day}, this event has priority over ${name}: ${own} counts, not ${other}.`,
  priceLoses: (day: string, name: string, [own, other]: readonly [string, string]) =>
    `On ${day}, ${name} has priority over this event: ${other} counts, not ${own}.`,
  unchecked: 'Could not check the other events of that day.',
} as const;

const timeError = 'Must be a time as HH:MM:SS.';
const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, timeError));
const endTime = z
  .string()
  .check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d:[0-5]\d|24:00:00)$/, timeError));
const weekday = z.int().check(z.minimum(0), z.maximum(6));
const weekOfMonth = z.literal([1, 2, 3, 4, lastWeek], {
  error: 'Must be 1 to 4, or -1 for the last week.',
});
/** Maximum spaces that an event opens to the public. */
export const maxSpaces = 100_000;
const spacesError = `Must be a whole number, 0 to ${maxSpaces}.`;

/** What an event's price is for: the whole stay, or each hour of it. */
const priceUnits = ['flat', 'hour'] as const;

const settings = {
  name: text(100),
  start_time: time,
  end_time: endTime,
  interval: z.enum(intervals),
  /** Spaces opened to the public. */
  quantity: z
    .int({ error: spacesError })
    .check(z.minimum(0, spacesError), z.maximum(maxSpaces, spacesError)),
  codes: z.array(pk).check(
    z.maxLength(100, 'At most 100 codes.'),
    z.refine((codes) => new Set(codes).size === codes.length, 'Choose each one once'),
  ),
  is_lot_closed: z.boolean(),
  spaceforce_multiplier: z.int().check(z.minimum(0), z.maximum(100)),
  date: z.nullable(localDateText),
  repeat_on_day: z.nullable(weekday),
  repeat_on_week: z.nullable(weekOfMonth),
  /** What a stay that begins during the event costs; null = the usual price. */
  display_price: z.nullable(amountField),
  price_unit: z.enum(priceUnits),
};

const eventFields = namesOf(settings);
const eventSettings = z.object(settings);
/** The editable fields of an event. For the recurrence fields, see recurrence.ts. */
export type EventSettings = z.output<typeof eventSettings>;

/** A partial update of an event. */
export type EventChange = { [Name in keyof EventSettings]?: EventSettings[Name] | undefined };

/** An event of a property. */
export const event = z.extend(eventSettings, {
  pk: z.int(),
  spot: z.int(),
});
export type Event = z.infer<typeof event>;

/** One occurrence of an event. `start` and `end` are ISO 8601 in UTC. */
export const eventOccurrence = z.extend(event, {
  date_string: localDateText,
  start: z.string(),
  end: z.string(),
  outranked_by: z.array(z.string()),
});
export type EventOccurrence = z.infer<typeof eventOccurrence>;

/** A validation code that gives free parking during events. */
export const eventCode = z.object({
  pk: z.int(),
  code: z.string(),
  name: z.string(),
  events: z.int(),
});
export type EventCode = z.infer<typeof eventCode>;

const eventParams = z.strictObject({
  id: pkText,
});
const spot = z.union([pk, pkOrUuidText], { error: 'Must be the number or uuid of a property.' });
const recurrence = {
  date: z._default(settings.date, null),
  repeat_on_day: z._default(settings.repeat_on_day, null),
  repeat_on_week: z._default(settings.repeat_on_week, null),
};

const price = {
  display_price: z._default(settings.display_price, null),
  price_unit: z._default(settings.price_unit, 'flat'),
};

export const listEvents = endpoint({
  method: 'GET',
  path: '/api/events/',
  summary: 'When the events of a property are on, and the validation codes for events',
  access: onlyPriced(atSpot('query.spot', adminAndEmployee)),
  events: [],
  query: calendarQuery,
  answer: z.object({
    results: z.array(eventOccurrence),
    count: z.int(),
    codes: z.array(eventCode),
  }),
  freshFor: 60,
  failure: 'Could not fetch events',
});

export const createEvent = endpoint({
  method: 'POST',
  path: '/api/events/',
  summary: 'Adds an event to a property',
  access: onlyPriced(atSpot('body.spot', adminAndEmployee)),
  body: z.strictObject({ ...settings, ...recurrence, ...price, spot }),
  answer: event,
  failure: 'Could not add event',
});

export const updateEvent = endpoint({
  method: 'PATCH',
  path: '/api/events/:id/',
  summary: 'Changes the fields of an event that are sent',
  access: onlyPriced(ofSpotRecord('event', 'params.id', adminAndEmployee)),
  params: eventParams,
  shown: eventFields,
  body: withShown(z.partial(z.strictObject({ ...settings, spot })), eventFields),
  answer: event,
  failure: 'Could not update event',
});

export const removeEvent = endpoint({
  method: 'DELETE',
  path: '/api/events/:id/',
  summary: 'Deletes an event; codes that were only for it are no longer valid',
  access: onlyPriced(ofSpotRecord('event', 'params.id', adminAndEmployee)),
  params: eventParams,
  failure: 'Could not delete event',
});

/** The times of a new event. */
export const usualTimes = { start_time: '09:00:00', end_time: '17:00:00' } as const;

/** The times of an event that lasts a whole day. */
export const allDay = { start_time: '00:00:00', end_time: '24:00:00' } as const;

/** Whether an event lasts from midnight to midnight. */
export const isAllDay = ({
  start_time,
  end_time,
}: Pick<EventSettings, 'start_time' | 'end_time'>) =>
  start_time === allDay.start_time && end_time === allDay.end_time;

/** The initial values of a new event on a day. */
export const newEvent = (date: LocalDate): EventSettings => ({
  name: '',
  ...usualTimes,
  interval: 'one_time',
  quantity: 0,
  codes: [],
  is_lot_closed: true,
  spaceforce_multiplier: 0,
  date,
  repeat_on_day: null,
  repeat_on_week: null,
  display_price: null,
  price_unit: 'flat',
});

/** An event's price in words: '$40 flat', '$8 an hour'; null if it sets none. */
export function eventPriceText(event: {
  display_price: Cents | null;
  price_unit: EventSettings['price_unit'];
}): string | null {
  const { display_price, price_unit } = event;
  if (display_price === null) return null;
  return `${shortDollarsText(display_price)} ${price_unit === 'flat' ? 'flat' : 'an hour'}`;
}

/** Keeps only the recurrence fields that the interval uses. Without a day, the event starts `today`. */
function toRecurrence(settings: EventSettings, today: LocalDate) {
  const { interval } = settings;
  const date = settings.date ?? (interval === 'one_time' ? null : today);
  const on = { date, repeat_on_day: null, repeat_on_week: null };
  if (interval === 'weekly') {
    return { ...on, repeat_on_day: settings.repeat_on_day ?? (date && toRepeatDay(date)) };
  }
  if (interval !== 'monthly') return on;
  const { repeat_on_day, repeat_on_week } = settings;
  return { ...on, repeat_on_day, repeat_on_week };
}

/** Normalizes an event before it is saved: a closed lot has no spaces, no enforcement and no price. */
export function settledEvent(settings: EventSettings, today: LocalDate): EventSettings {
  const closed = { quantity: 0, spaceforce_multiplier: 0, display_price: null };
  const settled = settings.is_lot_closed ? { ...settings, ...closed } : settings;
  const unit = settled.display_price === null ? { price_unit: 'flat' as const } : {};
  return { ...settled, ...unit, ...toRecurrence(settings, today) };
}

/** Applies a change to an event. Switching on enforcement reopens a closed lot. */
export function changedEvent(before: EventSettings, change: EventChange): EventSettings {
  const reopens = change.is_lot_closed === undefined && (change.spaceforce_multiplier ?? 0) > 0;
  const changed = { ...before, ...change } as EventSettings;
  return reopens ? { ...changed, is_lot_closed: false } : changed;
}

function timeProblem({ start_time, end_time }: EventSettings): string | null {
  const length = toMinutes(end_time) - toMinutes(start_time);
  if (length > 0) return null;
  return length < 0 || end_time < start_time ? eventMessages.endBeforeStart : eventMessages.noTime;
}

/** Validates an event before it is saved: an error message per invalid field. */
export function eventProblems(
  settings: EventSettings,
): Partial<Record<keyof EventSettings, string>> {
  const { required, spaces } = eventMessages;
  const wrongTime = timeProblem(settings);
  const halfMonthly = settings.repeat_on_week !== null && settings.repeat_on_day === null;
  const halfWeek = settings.repeat_on_day !== null && settings.repeat_on_week === null;
  return {
    ...(settings.name.trim() ? {} : { name: required }),
    ...(settings.interval === 'one_time' && settings.date === null ? { date: required } : {}),
    ...(wrongTime ? { end_time: wrongTime } : {}),
    ...(settings.interval === 'monthly' && halfMonthly ? { repeat_on_day: required } : {}),
    ...(settings.interval === 'monthly' && halfWeek ? { repeat_on_week: required } : {}),
    ...(!settings.is_lot_closed && settings.quantity < 1 ? { quantity: spaces } : {}),
  };
}

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  name: 'The name of the event.',
  'eventCode.name': 'The name of the code.',
  start_time: ['When it begins at the property, as HH:MM:SS.', '09:00:00'],
  end_time: ['When it ends at the property, as HH:MM:SS; `24:00:00` is midnight.', '17:00:00'],
  quantity: 'How many spaces the event opens to the public.',
  codes: 'The validation codes whose visitors park free during the event, by number.',
  'listEvents.codes': 'The validation codes for events.',
  is_lot_closed: 'Whether the event closes the property.',
  spaceforce_multiplier: '0 turns enforcement off during the event.',
  date: 'The first day of the event; null if it has none.',
  'createEvent.date': 'The day of an event that is on once, or the first day of others.',
  'updateEvent.date': 'The day of an event that is on once, or the first day of others.',
  repeat_on_day:
    'The weekday of a weekly event, or of a monthly one with `repeat_on_week`, from 0 (Monday) to 6 (Sunday); null for none.',
  repeat_on_week:
    'The week of the month of a monthly event, -1 for the last; null for the day of the month.',
  'event.spot': 'The number of the property.',
  'eventOccurrence.spot': 'The number of the property.',
  display_price:
    'What a stay that begins during the event costs, in cents; null if the event sets no price. Only Admins set it.',
  price_unit: 'Whether the price is for the whole stay (`flat`) or for each hour of it.',
  'eventOccurrence.start': 'When it begins, in ISO 8601, in UTC.',
  'eventOccurrence.end': 'When it ends, in ISO 8601, in UTC.',
  outranked_by: 'The names of events that count instead of it at some time.',
  events: 'For how many events the code is.',
};
