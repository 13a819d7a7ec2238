import * as z from 'zod/mini';
import { adminOnly, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { atMost, oneLine, pk, pkOrUuidText, pkText, storable } from '../kernel/fields.ts';
import { cursorPageSchema } from '../kernel/paging.ts';
import { namesOf, withShown } from '../kernel/shown.ts';
import type { WebhookType } from '../platform/webhook-payloads.ts';
import { webhookTypes } from '../platform/webhook-payloads.ts';

export const webhookTypeNames = Object.keys(webhookTypes) as WebhookType[];

/** Endpoints that an organization can have, and deliveries per page. */
export const maxWebhooks = 20;
export const webhookDeliveryPageSize = 25;

export const webhookMessages = {
  badUrl: 'Enter a URL that starts with https://',
  tooMany: `An organization can have ${maxWebhooks} webhooks.`,
  noTypes: 'Choose at least one',
  twice: 'Choose each one once',
  foreignSpot: 'Choose properties of this organization',
  paused: 'Resume the webhook first.',
} as const;

/** Why an endpoint gets nothing: a person paused it, it answered 410, or it took nothing for three days. */
const pauseReasons = ['person', 'gone', 'failing'] as const;

/** An endpoint of another system; timestamps in ms since 1970. Its secret is returned only once. */
export const webhook = z.object({
  pk: z.int(),
  url: z.string(),
  types: z.array(z.enum(webhookTypeNames)),
  spots: z.nullable(z.array(z.object({ pk: z.int(), name: z.string() }))),
  created_at: z.int(),
  created_by: z.nullable(z.string()),
  paused_at: z.nullable(z.int()),
  paused_because: z.nullable(z.enum(pauseReasons)),
  failing_since: z.nullable(z.int()),
  next_try_at: z.nullable(z.int()),
  old_secret_until: z.nullable(z.int()),
  waiting: z.int(),
  failing: z.int(),
  given_up: z.int(),
});
export type Webhook = z.infer<typeof webhook>;

const byOrganization = z.strictObject({ id: pkOrUuidText });
const byWebhook = z.strictObject({ id: pkOrUuidText, webhook: pkText });

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length;

const settings = z.strictObject({
  url: z.string().check(
    oneLine,
    z.trim(),
    atMost(500),
    storable,
    z.refine((url) => /^https?:\/\/./i.test(url) && URL.canParse(url), webhookMessages.badUrl),
  ),
  types: z
    .array(z.enum(webhookTypeNames))
    .check(z.minLength(1, webhookMessages.noTypes), z.refine(isUnique, webhookMessages.twice)),
  spots: z.nullable(
    z
      .array(pk)
      .check(
        z.minLength(1, webhookMessages.noTypes),
        z.maxLength(1000),
        z.refine(isUnique, webhookMessages.twice),
      ),
  ),
});
export type WebhookSettings = z.output<typeof settings>;

const settingNames = namesOf(settings.shape);
const withSecret = z.object({ secret: z.string(), webhook });

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/webhooks/',
  summary: 'The webhooks of an organization, oldest first',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byOrganization,
  answer: z.array(webhook),
  failure: 'Could not fetch the webhooks',
});

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/webhooks/',
  summary: 'Adds a webhook; only this answer contains its secret',
  access: inOrganization('params.id', adminOnly),
  confirmed: true,
  opens: true,
  params: byOrganization,
  body: settings,
  answer: withSecret,
  failure: 'Could not add the webhook',
});

export const changeWebhook = endpoint({
  method: 'PATCH',
  path: '/api/organizations/:id/webhooks/:webhook/',
  summary: 'Changes the URL, events and properties of a webhook that are sent',
  access: inOrganization('params.id', adminOnly),
  confirmed: true,
  opens: true,
  params: byWebhook,
  shown: settingNames,
  body: withShown(z.partial(settings), settingNames),
  answer: webhook,
  failure: 'Could not change the webhook',
});

export const rotateWebhook = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/webhooks/:webhook/rotate/',
  summary: 'Gives a webhook a new secret; for 24 hours messages are signed with both',
  access: inOrganization('params.id', adminOnly),
  confirmed: true,
  opens: true,
  params: byWebhook,
  answer: withSecret,
  failure: 'Could not change the secret',
});

export const pauseWebhook = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/webhooks/:webhook/pause/',
  summary: 'Pauses a webhook, or resumes it: what waited is then sent, in order',
  access: inOrganization('params.id', adminOnly),
  params: byWebhook,
  body: z.strictObject({ paused: z.boolean() }),
  answer: webhook,
  failure: 'Could not pause or resume the webhook',
});

export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/api/organizations/:id/webhooks/:webhook/',
  summary: 'Removes a webhook with its deliveries',
  access: inOrganization('params.id', adminOnly),
  params: byWebhook,
  failure: 'Could not remove the webhook',
});

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/webhooks/:webhook/test/',
  summary: 'Sends a message of the type webhook.test',
  access: inOrganization('params.id', adminOnly),
  params: byWebhook,
  answer: z.object({ id: z.string() }),
  failure: 'Could not send a test',
});

/** `failing`: tried at least once and not taken yet. `given_up`: it failed for three days while others were taken. */
export const webhookDeliveryStates = ['waiting', 'failing', 'given_up', 'delivered'] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];

export const webhookDelivery = z.object({
  id: z.string(),
  webhook: z.int(),
  type: z.string(),
  subject: z.string(),
  subject_pk: z.int(),
  recorded_at: z.int(),
  state: z.enum(webhookDeliveryStates),
  payload: z.nullable(z.string()),
  tries: z.int(),
  tried_at: z.nullable(z.int()),
  next_try_at: z.nullable(z.int()),
  status: z.nullable(z.int()),
  response: z.nullable(z.string()),
  response_ms: z.nullable(z.int()),
  delivered_at: z.nullable(z.int()),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/webhook_deliveries/',
  summary: 'The deliveries of an organization’s webhooks in the last 30 days, newest first',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byOrganization,
  query: z.strictObject({
    webhook: z.optional(pkText),
    state: z.optional(z.enum(webhookDeliveryStates)),
    type: z.optional(z.enum([...webhookTypeNames, 'webhook.test'])),
    cursor: z.optional(z.string().check(z.regex(/^\d{1,20}~[0-9a-f-]{36}$/, 'Must be a cursor.'))),
  }),
  answer: cursorPageSchema(webhookDelivery),
  failure: 'Could not fetch the deliveries',
});

export const resendWebhook = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/webhooks/:webhook/resend/',
  summary: 'Sends one delivery again, or all that failed or were given up, in order',
  access: inOrganization('params.id', adminOnly),
  params: byWebhook,
  body: z.strictObject({ delivery: z.nullable(z.uuid()) }),
  answer: z.object({ count: z.int() }),
  failure: 'Could not send again',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  webhook: ['The webhook, by its number.', '3'],
  url: 'Where messages are posted to, by HTTPS.',
  types: 'What it gets.',
  spots: 'The properties whose events it gets; null for all of the organization, payouts included.',
  'webhook.pk': 'The number of the webhook.',
  'spots.pk': 'The number of the property.',
  'spots.name': 'The name of the property.',
  created_at: 'When it was added, in milliseconds since 1970.',
  created_by: 'The name of the person who added it.',
  paused_at: 'Since when it gets nothing, in milliseconds since 1970; null if it’s active.',
  paused_because:
    'person: somebody paused it. gone: it answered 410, and nothing is recorded for it. failing: it took nothing for three days.',
  failing_since: 'The first failure since it last took a message, in milliseconds since 1970.',
  next_try_at: 'When it’s tried again, in milliseconds since 1970; null = at once.',
  old_secret_until: 'Until when messages are also signed with the secret before.',
  waiting: 'How many messages wait to be sent.',
  failing: 'How many of them were tried.',
  given_up:
    'How many messages of the last 30 days were given up: each failed for three days while others were taken.',
  secret: 'The secret that messages are signed with. Only this answer contains it.',
  'createWebhook.webhook': 'The webhook as the list shows it.',
  'rotateWebhook.webhook': 'The webhook as the list shows it.',
  paused: 'Whether it gets nothing for now.',
  'testWebhook.id': 'The webhook-id of the message.',
  'webhookDelivery.id': 'The webhook-id of the message, the same with each try.',
  'webhookDelivery.webhook': 'The webhook, by its number.',
  type: ['What happened.', 'rental.created'],
  subject: 'What it’s about: messages about the same thing are sent in order.',
  subject_pk: 'The number of that thing.',
  recorded_at: 'When it was recorded, in milliseconds since 1970.',
  state:
    'waiting, failing (tried, and not taken yet), given_up (it failed for three days while others were taken), or delivered.',
  payload: 'The body as it’s sent; null before the first try.',
  tries: 'How many times it was tried.',
  tried_at: 'When it was last tried, in milliseconds since 1970.',
  status: 'The HTTP status of the last answer; null if there was none.',
  response:
    'The beginning of the last answer from status 400 up, or why there was none; null for other answers.',
  response_ms: 'How long the last try took, in milliseconds.',
  delivered_at: 'When it was taken, in milliseconds since 1970.',
  delivery: 'The delivery, by its webhook-id; null for all that failed or were given up.',
  count: 'How many are sent again.',
  cursor: 'Where the page before ended: its `next`.',
};
