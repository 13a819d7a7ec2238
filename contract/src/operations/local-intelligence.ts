import * as z from 'zod/mini';
import {
  adminAndEmployee,
  adminEmployeeAccountant,
  atSpot,
  inOrganization,
} from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { centsField } from '../kernel/money.ts';
import { calendarQuery } from './calendar-days.ts';

/** Years of history over which effects are measured. */
export const historyYears = 3;
/** Days from today whose holidays and events are reported. */
export const upcomingDays = 60;
/** Minimum days of history before anything is reported: four of each weekday. */
export const fewestDays = 28;

/**
 * The confidence of an effect. 'sure': chance explains it in up to 1 of 100 cases; 'likely': in up to 5; 'none':
 * measured often enough, and within the range of ordinary days; 'early': measured only once or twice.
 */
export const confidences = ['sure', 'likely', 'none', 'early'] as const;
export type Confidence = (typeof confidences)[number];

/** Ratios are relative to the same weekdays around the day: 0.25 is a quarter more, -1 is nothing at all. */
const demandEffect = z.object({
  name: z.string(),
  times: z.int(),
  same_way: z.int(),
  change: z.number(),
  low: z.number(),
  high: z.number(),
  /**
   * Four of five ordinary days are within this ratio of the usual (the widest of the weekdays); null = too few days.
   */
  ordinary: z.nullable(z.number()),
  confidence: z.enum(confidences),
  last_date: localDateText,
  net_change: z.optional(z.nullable(z.number())),
});
export type DemandEffect = z.infer<typeof demandEffect>;

const weekdayDemand = z.object({
  dow: z.int(),
  days: z.int(),
  rentals: z.nullable(z.number()),
  change: z.nullable(z.number()),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  net: z.optional(z.nullable(centsField)),
});
export type WeekdayDemand = z.infer<typeof weekdayDemand>;

const upcomingDay = z.object({
  date: localDateText,
  holidays: z.array(z.string()),
  events: z.array(z.string()),
  closed: z.boolean(),
  usual: z.nullable(z.number()),
  /** `usual` adjusted by what is known of the day; `low` to `high` covers four of five cases. null = not known. */
  expected: z.nullable(z.number()),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  confidence: z.enum(confidences),
  estimated: z.boolean(),
});
export type UpcomingDay = z.infer<typeof upcomingDay>;

const localIntelligence = z.object({
  days: z.int(),
  upcoming: z.array(upcomingDay),
  holidays: z.array(demandEffect),
  weekdays: z.array(weekdayDemand),
  events: z.array(demandEffect),
  more_events: z.int(),
  regular_events: z.array(z.string()),
});
export type LocalIntelligence = z.infer<typeof localIntelligence>;

export const getLocalIntelligence = endpoint({
  method: 'GET',
  path: '/api/reports/local_intelligence/',
  summary: 'What holidays, weekdays and events do to the demand of a property, and what comes next',
  access: atSpot('query.spot', adminAndEmployee),
  query: z.strictObject({ spot: pkOrUuidText }),
  answer: z.object({ data: localIntelligence, last_updated_at: z.int() }),
  freshFor: 60 * 60,
  failure: 'Could not fetch local intelligence',
});

/** What makes a day unusual, by name; each list may be empty, but not all of them. */
export const dayNotes = z.object({
  date: localDateText,
  holidays: z.array(z.string()),
  events: z.array(z.string()),
  closed_by: z.array(z.string()),
  silent_cameras: z.array(z.string()),
});
export type DayNotes = z.infer<typeof dayNotes>;

export const listDayNotes = endpoint({
  method: 'GET',
  path: '/api/reports/day_notes/',
  summary:
    'Why days of a property may be unlike others: holidays, events, closures and silent cameras',
  access: atSpot('query.spot', adminEmployeeAccountant),
  query: calendarQuery,
  answer: z.object({ results: z.array(dayNotes), count: z.int() }),
  freshFor: 60 * 60,
  failure: 'Could not fetch notes on days',
});

/** Days from today, included, whose events and holidays an organization sees together. */
export const comingDays = 14;
/** Properties named for one event or holiday; further ones are only counted. */
export const maxNamedSpots = 3;

const comingOccasion = z.object({
  date: localDateText,
  kind: z.enum(['closed', 'event', 'holiday']),
  name: z.string(),
  spots: z.array(z.object({ pk: z.int(), name: z.string() })),
  spot_count: z.int(),
  is_everywhere: z.boolean(),
});
export type ComingOccasion = z.infer<typeof comingOccasion>;

export const listComingDays = endpoint({
  method: 'GET',
  path: '/api/reports/coming_days/',
  summary:
    'Events, closed days and holidays of the coming 14 days at all properties of an organization; daily and weekly events only where they close a property',
  access: inOrganization('query.organization', adminEmployeeAccountant),
  query: z.strictObject({ organization: pkOrUuidText }),
  answer: z.object({ results: z.array(comingOccasion), count: z.int() }),
  freshFor: 60 * 60,
  failure: 'Could not fetch the coming days',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  name: 'The name of the holiday.',
  'events.name': 'The name of the event.',
  'results.name': ['The name of the event or holiday.', 'Thanksgiving Day'],
  kind: 'What it is: an event that closes the property for most of the day, another event, or a holiday.',
  spots: 'The first properties that have it, by name; up to three.',
  'spots.name': 'The name of the property.',
  spot_count: 'How many properties have it.',
  is_everywhere: 'Whether all properties of the organization have it.',
  times: 'How often the effect could be measured.',
  same_way: 'How often of these it went the way of `change`.',
  rentals: 'The median of rentals on the weekday; null with too few days.',
  change: 'The median change in rentals: 0.25 is a quarter more than usual, -1 means no rentals.',
  'weekdays.change':
    'The difference from the mean of the weekdays: 0.25 is a quarter more. null with too few days.',
  low: 'The lowest change that was measured.',
  'upcoming.low':
    'In four of five cases there are at least so many rentals; null with too few days.',
  'weekdays.low': 'Four of five days are above this change; null with too few days.',
  high: 'The highest change that was measured.',
  'upcoming.high':
    'In four of five cases there are this many rentals or fewer; null with too few days.',
  'weekdays.high': 'Four of five days are below this change; null with too few days.',
  ordinary:
    'Four of five ordinary days are within this ratio of what is usual; null with too few days.',
  confidence:
    'How sure the effect is: `sure`, `likely`, `none` if it stays within the usual, `early` if it was measured too seldom.',
  last_date: 'The last day that it was measured.',
  net_change:
    'The median change in net transient revenue, as a ratio; null if nothing compares. Only Admins get it.',
  days: 'How many days of history there are.',
  'weekdays.days': 'How many ordinary days of it there were in the last 52 weeks.',
  net: 'The median of net transient revenue, in cents; null with too few days. Only Admins get it.',
  holidays: 'The names of the holidays.',
  'data.holidays': 'What holidays do to demand.',
  events: 'The names of the events.',
  'data.events': 'What events do to demand, the clearest first.',
  closed: 'Whether an event closes the property for most of the day.',
  usual: 'The median of rentals on this weekday in the last eight weeks; null with too few days.',
  expected:
    '`usual` with the effect of what is on; null if the effect isn’t known, or with too few days.',
  estimated:
    'Whether it was measured too seldom, and what is expected goes by the holidays so far that most people have off; `low` to `high` is their range.',
  upcoming: 'Days of the next 60 that have holidays or events.',
  weekdays: 'What is usual on each weekday.',
  more_events: 'How many more events were measured.',
  regular_events: 'Events of every day or every week, which are part of what is usual.',
  data: 'The figures.',
  closed_by: 'The events that close the property for most of the day.',
  silent_cameras: 'The cameras without a read all day, though reads are usual.',
};
