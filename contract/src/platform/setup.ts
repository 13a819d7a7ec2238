import * as z from 'zod/mini';
import { adminOnly, everybody, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { atMost, pkOrUuidText, text } from '../kernel/fields.ts';
import { personFields, reachable } from './superuser.ts';

/** How long a printed set-up link works. */
export const setupHours = 24;

export const setupMessages = {
  done: 'Somebody has an account here already, so this link no longer works. Sign in, or ask them to invite you.',
  expired: `This set-up link has expired: each works for ${setupHours} hours. Start Lotkeeper again, and it prints a new one.`,
  noAddress: {
    email: 'Your account has no email address.',
    sms: 'Your account has no phone number.',
  },
  unknown:
    'This isn’t a set-up link of this installation. Copy the whole link that the start printed.',
} as const;

const ticket = z.string().check(atMost(100));

export const lookAtSetup = endpoint({
  method: 'POST',
  path: '/api/setup/look/',
  summary: 'Checks a set-up link, which a start without any people prints, without using it',
  access: everybody,
  body: z.strictObject({ ticket }),
  answer: z.object({ expires_at: z.int() }),
  failure: 'Could not open this link',
});

export const beginSetup = endpoint({
  method: 'POST',
  path: '/api/setup/',
  summary: 'Creates the first person, a superuser, and their organization; signs them in',
  access: everybody,
  body: z
    .extend(personFields, { ticket, company: text(120, 'Please enter a name') })
    .check(reachable),
  answer: z.object({ token: z.string(), organization: z.int() }),
  failure: 'Could not create your account',
});

/** What an organization needs before its own figures are here, in the best order to do it. */
export const setupSteps = [
  'property',
  'prices',
  'people',
  'messages',
  'payouts',
  'arrivals',
  'records',
] as const;
export type SetupStep = (typeof setupSteps)[number];

const byId = z.strictObject({ id: pkOrUuidText });
const access = inOrganization('params.id', adminOnly);

export const getSetup = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/setup/',
  summary: 'Which steps of setting up an organization are done',
  access,
  params: byId,
  answer: z.object({
    done: z.array(z.enum(setupSteps)),
    sends: z.object({ email: z.boolean(), sms: z.boolean() }),
  }),
  failure: 'Could not fetch what is set up',
});

export const endSetup = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/setup/end/',
  summary: 'Ends the set-up of an organization: pages no longer show what is missing',
  access,
  params: byId,
  failure: 'Could not end the set-up',
});

export const testMedia = ['email', 'sms'] as const;

export const sendTestMessage = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/setup/test_message/',
  summary: 'Sends a test message to the caller, and says what the server for messages answered',
  access,
  params: byId,
  body: z.strictObject({ medium: z.enum(testMedia) }),
  answer: z.object({ to: z.string() }),
  failure: 'Could not send the test message',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  ticket: 'The last part of the set-up link.',
  expires_at: 'When the link ends, in milliseconds since 1970.',
  email: 'The email address, where codes are sent; null needs a phone number.',
  phone: [
    'The phone number in E.164, where codes are sent; null needs an email address.',
    '+16025550147',
  ],
  company: ['The name of the organization.', 'Cactus & Coast Parking'],
  organization: 'The organization, by its number.',
  done: 'The steps that are done.',
  sends: 'Which messages are sent; the others are written to the outbox file of the server.',
  'sends.email': 'Whether a mail server is set.',
  'sends.sms': 'Whether a server for text messages is set.',
  medium: 'What to send.',
  to: 'The address or number that the message was sent to.',
  token: 'The token of the session, to send as `Authorization: Token {token}`.',
};
