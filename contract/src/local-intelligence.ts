import * as z from 'zod/mini';
import { calendarQuery } from './calendar-days.ts';
import { adminAndEmployee, atSpot } from './kernel/access.ts';
import { endpoint } from './kernel/endpoint.ts';
import { pkOrUuidText } from './kernel/fields.ts';
import { localDateText } from './kernel/local-date.ts';
import { centsField } from './kernel/money.ts';

/** Years of history that effects are measured in. */
export const historyYears = 3;
/** Days from today on whose holidays and events are reported. */
export const upcomingDays = 60;
/** Days of history before which nothing is said: four of each weekday. */
export const fewestDays = 28;

/**
 * How sure an effect is: 'sure' chance does it in up to 1 of 100 cases, 'likely' in up to 5, 'none' it was
 * measured often enough and stays within what ordinary days do, 'early' it was measured once or twice only.
 */
export const confidences = ['sure', 'likely', 'none', 'early'] as const;
export type Confidence = (typeof confidences)[number];

/** Ratios are changes: 0.25 is a quarter more than on the same weekdays around the day, -1 is nothing at all. */
const demandEffect = z.object({
  name: z.string(),
  /** How often it could be measured, and how often of these it went the way of `change`. */
  times: z.int(),
  same_way: z.int(),
  /** The median of the changes in rentals, the lowest and the highest of them. */
  change: z.number(),
  low: z.number(),
  high: z.number(),
  /** Four of five ordinary days of its weekdays lie within this of what is usual; of several weekdays the widest; null = there are too few. */
  ordinary: z.nullable(z.number()),
  confidence: z.enum(confidences),
  last_date: localDateText,
  /** The median change in net transient revenue, absent for those who may not read money; null = nothing to compare with. */
  net_change: z.optional(z.nullable(z.number())),
});
export type DemandEffect = z.infer<typeof demandEffect>;

const weekdayDemand = z.object({
  /** 1 = Monday to 7 = Sunday. */
  dow: z.int(),
  /** Ordinary days of it in the last 52 weeks; below 4 the rest is null. */
  days: z.int(),
  /** Median rentals. */
  rentals: z.nullable(z.number()),
  /** Against the mean of the weekdays; between `low` and `high` lie four of five. */
  change: z.nullable(z.number()),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  /** Median net transient revenue, absent for those who may not read money. */
  net: z.optional(z.nullable(centsField)),
});
export type WeekdayDemand = z.infer<typeof weekdayDemand>;

const upcomingDay = z.object({
  date: localDateText,
  holidays: z.array(z.string()),
  events: z.array(z.string()),
  /** An event closes the lot for most of the day. */
  closed: z.boolean(),
  /** The median of the weekday in the last eight weeks; null = there are too few ordinary ones. */
  usual: z.nullable(z.number()),
  /** `usual` with the effect of what is on, where that is at least likely; `low` to `high` holds in four of five cases. */
  expected: z.nullable(z.number()),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  confidence: z.enum(confidences),
});
export type UpcomingDay = z.infer<typeof upcomingDay>;

const localIntelligence = z.object({
  /** Days of history, from the first with a rental to yesterday. */
  days: z.int(),
  upcoming: z.array(upcomingDay),
  holidays: z.array(demandEffect),
  weekdays: z.array(weekdayDemand),
  /** The clearest first; the others are counted in `more_events`. */
  events: z.array(demandEffect),
  more_events: z.int(),
  /** Events of every day or every week: they are part of what is usual. */
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

/** What sets a day apart, in names; each list may be empty, but not all of them. */
export const dayNotes = z.object({
  date: localDateText,
  holidays: z.array(z.string()),
  events: z.array(z.string()),
  /** The events that close the lot for most of the day. */
  closed_by: z.array(z.string()),
  /** The cameras that made no read all day, though they usually do on this weekday. */
  silent_cameras: z.array(z.string()),
});
export type DayNotes = z.infer<typeof dayNotes>;

export const listDayNotes = endpoint({
  method: 'GET',
  path: '/api/reports/day_notes/',
  summary:
    'Why days of a property may be unlike others: holidays, events, closures and silent cameras',
  access: atSpot('query.spot', adminAndEmployee),
  query: calendarQuery,
  answer: z.object({ results: z.array(dayNotes), count: z.int() }),
  freshFor: 60 * 60,
  failure: 'Could not fetch notes on days',
});
