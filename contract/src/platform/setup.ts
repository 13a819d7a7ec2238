import * as z from 'zod/mini';
import { adminOnly, everybody, inOrganization, superuserOnly } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { atMost, emailField, isOneLine, pkOrUuidText, storable, text } from '../kernel/fields.ts';
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

/** The names that a setting of the environment has, by what it sends. */
export const sendingSettings = {
  email: ['SMTP_URL', 'MAIL_FROM'],
  sms: ['SMS_URL', 'SMS_TOKEN', 'SMS_FROM'],
} as const;

export const serverMessages = {
  fixed: 'This server is set by the environment or by .env, so it can’t be changed here.',
  port: 'Must be 1 to 65535. Most servers take email at 587.',
  url: 'Must be a URL that starts with https://, or http:// for this machine.',
  saved: (to: string) =>
    `Saved: the server took a test message to ${to}. If it doesn’t arrive in a few minutes, look in the spam folder.`,
  failed: 'Nothing was saved.',
  removed: 'Removed. Messages go to the outbox again.',
} as const;

const secret = z.string().check(atMost(500), storable, isOneLine);
const senderName = z
  .string()
  .check(
    isOneLine,
    storable,
    atMost(80),
    z.regex(/^[^<>@\r\n",;]*$/, 'Contains characters that no name has.'),
  );

/** An email server as a form takes it. Port 465 is encrypted from the first byte, any other by STARTTLS. */
const mailServerFields = z.strictObject({
  host: z
    .string()
    .check(
      atMost(253),
      z.regex(/^([\w-]+\.)*[\w-]+$/, 'Please enter the server’s name, such as mail.example.com'),
    ),
  port: z
    .int({ error: serverMessages.port })
    .check(z.minimum(1, serverMessages.port), z.maximum(65_535, serverMessages.port)),
  user: z.nullable(text(254)),
  password: z.nullable(secret),
  sender: emailField('Please enter a valid email'),
  sender_name: senderName,
});

const isTextAddress = (value: string) => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.[\d.]+)$/.test(hostname))
  );
};

/** A provider of text messages as a form takes it. */
const textServerFields = z.strictObject({
  url: z
    .string()
    .check(isOneLine, storable, atMost(500), z.refine(isTextAddress, serverMessages.url)),
  token: z.string().check(atMost(500), z.regex(/^[\x21-\x7e]+$/, 'Must be one word.')),
  from: text(40, 'Please enter the sender'),
});

export const getMessageServers = endpoint({
  method: 'GET',
  path: '/api/message_servers/',
  summary: 'The servers that send mail and text messages, without their secrets',
  access: superuserOnly,
  answer: z.object({
    email: z.nullable(
      z.object({
        host: z.string(),
        port: z.int(),
        user: z.nullable(z.string()),
        from: z.string(),
        is_fixed: z.boolean(),
      }),
    ),
    sms: z.nullable(z.object({ url: z.string(), from: z.string(), is_fixed: z.boolean() })),
  }),
  failure: 'Could not fetch the servers for messages',
});

export const saveMailServer = endpoint({
  method: 'PUT',
  path: '/api/message_servers/email/',
  summary: 'Sends the caller a test message by an email server, and sets it if the server took it',
  access: superuserOnly,
  confirmed: true,
  body: mailServerFields,
  answer: z.object({ to: z.string() }),
  failure: 'Could not set the email server',
});

export const saveTextServer = endpoint({
  method: 'PUT',
  path: '/api/message_servers/sms/',
  summary: 'Sends the caller a test text by a provider, and sets it if the provider took it',
  access: superuserOnly,
  confirmed: true,
  body: textServerFields,
  answer: z.object({ to: z.string() }),
  failure: 'Could not set the server for text messages',
});

export const removeMessageServer = endpoint({
  method: 'DELETE',
  path: '/api/message_servers/:medium/',
  summary: 'Removes a server for messages that was set on a page: messages go to the outbox again',
  access: superuserOnly,
  confirmed: true,
  params: z.strictObject({ medium: z.enum(testMedia) }),
  failure: 'Could not remove the server',
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
  sms: 'The provider of text messages; null = none is set.',
  'getMessageServers.email': 'The email server; null = none is set.',
  'sends.sms': 'Whether a server for text messages is set.',
  'sends.email': 'Whether an email server is set.',
  medium: 'What to send.',
  to: 'The address or number that the message was sent to.',
  'beginSetup.token': 'The token of the session, to send as `Authorization: Token {token}`.',
  host: ['The name of the email server.', 'mail.example.com'],
  port: 'The port: 465 is encrypted from the first byte, any other by STARTTLS.',
  user: 'The name to sign in with at the email server; null = without.',
  password: 'The password of that name; null = without. It is never sent back.',
  sender: ['The address that mail comes from.', 'no-reply@lots.example'],
  sender_name: ['The name beside it; empty for none.', 'Lotkeeper'],
  from: ['Who messages come from.', 'Lotkeeper <no-reply@lots.example>'],
  is_fixed: 'Whether it is set by the environment, so that it can’t be changed here.',
  url: 'Where the provider takes text messages, by a POST.',
  'saveTextServer.token': 'The token of the provider. It is never sent back.',
};
