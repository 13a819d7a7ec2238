import * as z from 'zod/mini';
import { adminAndEmployee, atSpot } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochSecondsText, pkOrUuidText } from '../kernel/fields.ts';
import { centsField } from '../kernel/money.ts';
import { onlyWithFeature } from '../platform/spots.ts';

/** Maximum days per page of the timeline. Pages hold whole days, so that no entry is lost between two pages. */
export const timelinePageDays = 35;
/** Maximum enforcement images per day. */
export const enforcementPictures = 12;

/** URLs that expire after 15 minutes. */
const picture = z.object({ url: z.string(), thumbnail_url: z.string() });
export type TimelinePicture = z.infer<typeof picture>;

/** In seconds since 1970. A day's totals have the timestamp of its start. */
const timestamp = z.int();

/** What a property earned on a day. Amounts are shown to Admins only. */
const dailyRevenue = z.object({
  event: z.literal('daily_revenue'),
  timestamp,
  details: z.object({
    total_rentals: z.int(),
    gmv: z.optional(centsField),
    income: z.optional(centsField),
  }),
});

/** A day's enforcement revenue, defined like the report's enforcement uplift. */
const enforcement = z.object({
  event: z.literal('enforcement'),
  timestamp,
  details: z.object({
    autostarted_count: z.int(),
    autostarted_revenue: z.optional(centsField),
    images: z.array(picture),
  }),
});

/** An event, described in words. */
const happening = z.object({
  event: z.enum(['snapshot', 'maintenance', 'price_change', 'event', 'team_change']),
  timestamp,
  details: z.object({
    title: z.string(),
    description: z.string(),
    images: z.array(picture),
    until: z.optional(z.int()),
    /** The new value of each price; null = not sold. Only Admins receive prices. */
    prices: z.optional(
      z.array(
        z.object({
          name: z.string(),
          before: z.nullable(centsField),
          after: z.nullable(centsField),
        }),
      ),
    ),
  }),
});

export const timelineEvent = z.union([dailyRevenue, enforcement, happening]);
export type TimelineEvent = z.infer<typeof timelineEvent>;

export const timelineMessages = {
  end: 'You have reached the end of the timeline.',
  empty: "There are no events in this property's timeline yet...",
  noHighlights: 'No highlights for these days.',
} as const;

export const getTimeline = endpoint({
  method: 'GET',
  path: '/api/spots/:id/timeline/',
  summary:
    'What happened at a property, newest first, in whole days: those before the day of `offset` (seconds since 1970), or the newest',
  access: onlyWithFeature('timeline', atSpot('params.id', adminAndEmployee)),
  params: z.strictObject({ id: pkOrUuidText }),
  query: z.strictObject({ offset: z.optional(epochSecondsText) }),
  answer: z.object({
    events: z.array(timelineEvent),
    /** Whether there are older events; pass the last event's timestamp as `offset` to get them. */
    next: z.boolean(),
  }),
  freshFor: 15 * 60,
  failure: 'Could not fetch timeline events',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  url: 'A URL that opens the image. It expires after 15 minutes.',
  thumbnail_url: 'A URL that opens a small version of the image. It expires after 15 minutes.',
  event: 'What kind of event it is.',
  timestamp: 'When it happened, in seconds since 1970; for sums of a day, when the day began.',
  details: 'What happened.',
  total_rentals: 'How many rentals there were on the day.',
  gmv: 'The gross revenue of the day in cents. Only Admins get it.',
  income: 'The net revenue of the day in cents. Only Admins get it.',
  autostarted_count: 'How many rentals started by themselves.',
  autostarted_revenue: 'What enforcement brought, in cents. Only Admins get it.',
  images: 'Images of it.',
  title: 'What happened, in a few words.',
  description: 'The details; may be empty.',
  until: 'When it ends, in seconds since 1970.',
  prices: 'What each price became. Only Admins get it.',
  name: 'What the price is for.',
  before: 'The price before, in cents; null if there was none.',
  after: 'The price after, in cents; null if there is none.',
  offset: [
    'Only days before the day of this time, in seconds since 1970: the last event’s `timestamp`. Without it, the newest.',
    '1781506800',
  ],
  events: 'What happened, newest first.',
  next: 'Whether there are older events.',
};
