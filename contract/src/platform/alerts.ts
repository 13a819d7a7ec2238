import * as z from 'zod/mini';
import { adminOnly, everybody, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pk, pkOrUuidText, pkText } from '../kernel/fields.ts';
import { alertKinds } from './alert-kinds.ts';

export const alertRules = {
  /** Text messages to a person of an organization within 24 hours. */
  textsPerDay: 10,
  /** Days that a link to mute works after its alert ended. */
  muteLinkDays: 30,
  /** Open alerts that the page lists, and ended ones. */
  listedOpen: 200,
  listedEnded: 100,
} as const;

export const alertMessages = {
  deadLink:
    'This link doesn’t work any more: it isn’t complete, its alert is long over, or you’re no longer an Admin.',
  unknownProperty: 'Choose properties of this organization.',
  noPhone: 'Your account has no phone number.',
  noEmail: 'Your account has no email address.',
  bothTimes: 'Enter both times, or neither.',
} as const;

/** How long an alert can be muted. */
export const muteLengths = ['day', 'week', 'end'] as const;
export type MuteLength = (typeof muteLengths)[number];

const kind = z.enum(alertKinds);
const at = z.int();

const mute = z.object({ until: z.nullable(at) });

/** Something that is wrong, or was. */
export const alert = z.object({
  pk: z.int(),
  kind,
  spot: z.nullable(z.object({ pk: z.int(), name: z.string(), timezone: z.string() })),
  since: at,
  opened_at: at,
  ended_at: z.nullable(at),
  title: z.string(),
  detail: z.nullable(z.string()),
  cost: z.nullable(z.int()),
  cost_text: z.nullable(z.string()),
  advice: z.nullable(z.string()),
  path: z.string(),
  mute: z.nullable(mute),
});
export type Alert = z.infer<typeof alert>;

const params = z.strictObject({ id: pkOrUuidText });
const access = inOrganization('params.id', adminOnly);

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/alerts/',
  summary:
    'What is wrong now, the largest first, what was wrong lately, and what waits for a person',
  access,
  params,
  answer: z.object({
    open: z.array(alert),
    open_count: z.int(),
    ended: z.array(alert),
    waiting: z.object({ plate_desk: z.int(), appeals: z.int(), connections: z.int() }),
    is_chosen: z.boolean(),
    texts: z.object({ sent: z.int(), limit: z.int(), next_at: z.nullable(at) }),
  }),
  freshFor: 30,
  failure: 'Could not fetch the alerts',
});

export const muteAlert = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/alerts/:alert/mute/',
  summary: 'Mutes an alert for the caller, or ends that',
  access,
  params: z.strictObject({ id: pkOrUuidText, alert: pkText }),
  body: z.strictObject({ for: z.nullable(z.enum(muteLengths)) }),
  answer: z.object({ mute: z.nullable(mute) }),
  failure: 'Could not mute the alert',
});

const token = z.string().check(z.regex(/^[\w.-]{1,200}$/, 'This isn’t a link of ours.'));

export const muteByLink = endpoint({
  method: 'POST',
  path: '/api/alerts/mute/:token/',
  summary:
    'Mutes the alert of a mailed link for the person it was mailed to, or ends that; without `for`, shows it and changes nothing',
  access: everybody,
  params: z.strictObject({ token }),
  body: z.strictObject({ for: z.optional(z.nullable(z.enum(muteLengths))) }),
  answer: z.object({
    title: z.string(),
    property: z.nullable(z.string()),
    timezone: z.string(),
    ended_at: z.nullable(at),
    mute: z.nullable(mute),
  }),
  failure: 'Could not mute the alert',
});

export const unsubscribeFromAlerts = endpoint({
  method: 'POST',
  path: '/unsubscribe/:token/',
  summary: 'Ends the alert emails to the person that the link was mailed to (RFC 8058)',
  access: everybody,
  params: z.strictObject({ token }),
  raw: true,
  answer: z.object({ organization: z.string() }),
  failure: 'Could not end the emails',
});

const kinds = z.array(kind).check(z.maxLength(alertKinds.length));
const minuteOfDay = z
  .int('Enter a time.')
  .check(z.minimum(0, 'Enter a time.'), z.maximum(1439, 'Enter a time.'));

const choiceFields = {
  email_kinds: kinds,
  sms_kinds: kinds,
  push_kinds: kinds,
  spots: z.nullable(z.array(pk).check(z.maxLength(5000))),
  quiet_from: z.nullable(minuteOfDay),
  quiet_until: z.nullable(minuteOfDay),
};
const choices = z.object({
  ...choiceFields,
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
});
export type AlertChoices = z.infer<typeof choices>;

export const getAlertChoices = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/alert_choices/',
  summary: 'Which alerts the caller gets, how, and when not',
  access,
  events: [],
  params,
  answer: choices,
  failure: 'Could not fetch your choices',
});

export const saveAlertChoices = endpoint({
  method: 'PUT',
  path: '/api/organizations/:id/alert_choices/',
  summary: 'Sets which alerts the caller gets, how, and when not',
  access,
  events: [],
  params,
  body: z.strictObject(choiceFields).check(
    z.refine(({ quiet_from, quiet_until }) => (quiet_from === null) === (quiet_until === null), {
      error: alertMessages.bothTimes,
      path: ['quiet_until'],
    }),
  ),
  answer: choices,
  failure: 'Could not save your choices',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  waiting: 'How much waits for a person.',
  plate_desk: 'Visits that wait at the Plate Desk; 1,000 stands for more.',
  appeals: 'Appeals that nobody has decided.',
  connections: 'Connections of cameras that never sent a message.',
  open: `What is wrong now, the costliest first; the first ${alertRules.listedOpen}.`,
  open_count: ['How many alerts are open.', 3],
  ended: 'What was wrong, the newest first.',
  is_chosen: 'Whether the caller gets any alerts.',
  texts: 'The text messages to the caller in the last 24 hours.',
  sent: 'How many were sent.',
  limit: 'The most that are sent.',
  next_at: 'When the next one can be sent, in milliseconds since 1970; null = now.',
  pk: 'The number of the alert.',
  kind: 'What it is about.',
  spot: 'The property; null for what is wrong in the organization as a whole.',
  since: 'Since when it is wrong, in milliseconds since 1970.',
  opened_at: 'When it was noticed, in milliseconds since 1970.',
  ended_at: 'When it was over, in milliseconds since 1970; null = it isn’t.',
  title: ['What happened.', 'Camera “Entrance” at Main Garage is silent'],
  detail: 'More about it; null if there is nothing to add.',
  cost: ['What it costs or is worth, in cents; null = not known.', 12_000],
  cost_text: ['The same in words.', 'It probably cost $120 so far'],
  advice: [
    'What to do; null once it is over.',
    'Check its power and network: cars that come now aren’t seen',
  ],
  path: ['The page that shows it.', '/organization/3/cameras'],
  mute: 'Whether the caller muted it; null = no.',
  until: 'Until when, in milliseconds since 1970; null = until it ends.',
  for: 'How long: a day, a week, or until it ends. null = not any more. Absent = no change.',
  token: 'The end of the link.',
  property: 'The name of the property.',
  organization: 'The name of the organization.',
  email_kinds: 'What is emailed.',
  sms_kinds: 'What is sent as a text message.',
  push_kinds:
    'What is sent to the caller’s devices as a notification, or by email if there are none.',
  spots: 'The properties; null = all. What is wrong in the organization comes either way.',
  quiet_from: ['From when on no messages come, in minutes after midnight at the property.', 1320],
  quiet_until: ['Until when no messages come, in minutes after midnight at the property.', 420],
  email: 'The address of the emails; null = none.',
  phone: 'The number of the text messages; null = none.',
  ':path.alert': ['The alert, by its number.', '17'],
};
