import * as z from 'zod/mini';
import { everybody, signedIn } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkText, text } from '../kernel/fields.ts';
import { loginMessages } from './session.ts';

/** Minutes that a browser has to answer a challenge, and the passkeys that a person may have. */
export const passkeyRules = { minutes: 5, perPerson: 20 } as const;

export const passkeyMessages = {
  refused:
    'This passkey isn’t known here, or it took too long. Try again, or sign in with a verification code.',
  tooMany: 'You have 20 passkeys. Remove one first.',
  needsName:
    'Signing in with a passkey needs Lotkeeper’s name: ask the person who runs it for that address.',
} as const;

/** What WebAuthn's own formats contain, as the browser's library reads and writes them. */
const webAuthn = z.looseObject({});

const passkey = z.object({
  pk: z.int(),
  name: z.string(),
  created_at: z.int(),
  last_used_at: z.nullable(z.int()),
});
export type Passkey = z.infer<typeof passkey>;

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/passkeys/',
  summary: 'The passkeys of the caller, the newest first',
  access: signedIn,
  answer: z.array(passkey),
  failure: 'Could not fetch your passkeys',
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys/options/',
  summary: 'What the browser needs to make a passkey for the caller',
  access: signedIn,
  confirmed: true,
  answer: z.object({ options: webAuthn }),
  failure: 'Could not begin a passkey',
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys/',
  summary: 'Adds the passkey that the browser made',
  access: signedIn,
  confirmed: true,
  body: z.strictObject({ name: text(60, 'Please enter a name'), response: webAuthn }),
  answer: passkey,
  failure: 'Could not add the passkey',
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/passkeys/:passkey/',
  summary: 'Removes a passkey of the caller, which no longer signs in',
  access: signedIn,
  confirmed: true,
  params: z.strictObject({ passkey: pkText }),
  failure: 'Could not remove the passkey',
});

export const challengePasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/options/',
  summary: 'What the browser needs to sign in, or to confirm, with a passkey',
  access: everybody,
  answer: z.object({ options: webAuthn }),
  failure: 'Could not ask for a passkey',
});

export const logInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/',
  summary: 'Exchanges the answer of a passkey for a session token',
  access: everybody,
  body: z.strictObject({ response: webAuthn }),
  answer: z.object({ token: z.string() }),
  failure: loginMessages.failure,
});

export const confirmWithPasskey = endpoint({
  method: 'POST',
  path: '/api/sessions/confirm_passkey/',
  summary: 'Confirms who the caller is, for 15 minutes, with a passkey of theirs',
  access: signedIn,
  body: z.strictObject({ response: webAuthn }),
  failure: 'Could not check the passkey',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  pk: ['The number of the passkey.', 4],
  name: ['What the person calls it.', 'Office computer'],
  created_at: 'When it was added, in milliseconds since 1970.',
  last_used_at: 'When it was last used, in milliseconds since 1970; null if never.',
  options: 'What `navigator.credentials` takes, in the JSON form of WebAuthn.',
  response: 'What `navigator.credentials` gave, in the JSON form of WebAuthn.',
  token: 'The token of the session, to send as `Authorization: Token {token}`.',
  passkey: ['The passkey, by its number.', '4'],
};
