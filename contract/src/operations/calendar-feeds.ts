import * as z from 'zod/mini';
import { adminAndEmployee, everybody, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText, pkText } from '../kernel/fields.ts';

/** Calls with an unknown link per hour from one network, and all calls with a known one. */
export const calendarTries = 60;
export const calendarCalls = 120;

/** How many days before today, and from today on, a feed has. */
export const calendarDays = { before: 31, ahead: 184 } as const;

export const calendarMessages = {
  dead: 'This calendar link was renewed or removed. Copy the new one in Lotkeeper.',
  property: 'Choose a property of this organization.',
  admin: 'Only Admins can subscribe to payouts.',
} as const;

export const calendarKinds = ['events', 'payouts'] as const;
export type CalendarKind = (typeof calendarKinds)[number];

const calendarFeed = z.object({
  pk: z.int(),
  kind: z.enum(calendarKinds),
  spot: z.nullable(z.int()),
  created_at: z.int(),
  last_read_at: z.nullable(z.int()),
});
export type CalendarFeed = z.infer<typeof calendarFeed>;

const access = inOrganization('params.orgId', adminAndEmployee);
const params = z.strictObject({ orgId: pkOrUuidText });

export const listCalendarFeeds = endpoint({
  method: 'GET',
  path: '/api/organizations/:orgId/calendar_feeds/',
  summary: 'Your own calendar links of an organization',
  access,
  events: [],
  params,
  answer: z.array(calendarFeed),
  failure: 'Could not fetch your calendar links',
});

export const createCalendarFeed = endpoint({
  method: 'POST',
  path: '/api/organizations/:orgId/calendar_feeds/',
  summary:
    'Creates a link that calendar programs subscribe to, or renews yours, after which the old one is dead; it is shown once',
  access,
  confirmed: true,
  opens: true,
  events: [],
  params,
  body: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('events'), spot: z.int() }),
    z.strictObject({ kind: z.literal('payouts') }),
  ]),
  answer: z.object({ pk: z.int(), path: z.string() }),
  failure: 'Could not create the link',
});

export const removeCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/api/organizations/:orgId/calendar_feeds/:feed/',
  summary: 'Removes your calendar link at once',
  access,
  events: [],
  params: z.strictObject({ orgId: pkOrUuidText, feed: pkText }),
  answer: z.object({ removed: z.boolean() }),
  failure: 'Could not remove the link',
});

export const readCalendar = endpoint({
  method: 'GET',
  path: '/api/calendars/:token/lotkeeper.ics',
  summary: 'The calendar behind a link, as iCalendar',
  access: everybody,
  params: z.strictObject({ token: z.string().check(z.regex(/^[\w-]{20,64}$/)) }),
  file: 'text/calendar',
  failure: 'Could not fetch the calendar',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  kind: 'What it has: events and closings of a property, or payouts and alerts of the organization.',
  spot: 'The property of the events, by its number; null for payouts.',
  'createCalendarFeed.spot': ['The property, by its number.', 12],
  last_read_at: 'When a program last read it, to the hour; null if none did.',
  path: 'The path of the link, with its secret.',
  feed: ['The link, by its number.', 3],
  removed: 'Whether there was one.',
  token: 'The secret in the link, which anyone who has it can use.',
};
