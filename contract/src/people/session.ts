import * as z from 'zod/mini';
import { everybody, roles, signedIn } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { text } from '../kernel/fields.ts';
import { toNationalDigits } from '../kernel/phones.ts';
import type { DialCountry } from '../kernel/places.ts';
import { findDialCountry } from '../kernel/places.ts';
import { readEmail, toPlainText } from '../kernel/typed-text.ts';

/** Digits of a verification code. */
export const codeLength = 6;

/**
 * How long a code is valid, and how often one may be requested and tried (docs/security.md, 4 and 6): by all unknown
 * devices together, by each known device, and by a session.
 */
export const codeRules = {
  minutes: 10,
  tries: 5,
  failuresPerDay: 10,
  secondsBetweenSends: 30,
  sendsPerHour: 5,
  sendsPerDay: 10,
} as const;

/** What is said where something would have been sent, and nothing is set to send it. */
export const nothingSends = {
  email: 'Nothing is set to send email here.',
  sms: 'Nothing is set to send texts here.',
} as const;

export const loginMessages = {
  /** Shown after a code was sent; a resend adds 're-'. */
  codeSent: (medium: 'emailed' | 'texted', target: string, isRepeat: boolean) =>
    `Enter the verification code we ${isRepeat ? 're-' : ''}${medium} to ${target}`,
  failure: 'Error: Unable to log in with the provided credentials',
  invalid: 'Invalid username or password',
  wrongCode: 'This code is wrong or has expired. Request a new one.',
  /** Shown on an installation where the set-up link wasn't used yet. */
  nobodyYet:
    'Nobody has an account here yet. Open the set-up link that Lotkeeper printed when it started.',
  badUsername: 'Please enter a valid email or phone number.',
  codeSendFailure: 'Failed to send a verification code',
  /** Shown if the code couldn't be checked, so it may be right. */
  notReached: "We couldn't reach the server. Check your connection and try again.",
  notChecked: 'Something went wrong on our side. Please try again.',
  /** Shown for every username, known or not, so that it reveals nothing about the account. */
  nothingArrived: (medium: 'emailed' | 'texted') =>
    `Nothing yet? ${medium === 'emailed' ? 'Check your spam folder. ' : ''}We send up to ${codeRules.sendsPerHour} codes an hour. If nothing arrives, wait an hour before requesting another.`,
  /** Shown instead, where nothing is set to send a code: alike for every username. */
  codeInOutbox: (medium: 'emailed' | 'texted') =>
    `${nothingSends[medium === 'emailed' ? 'email' : 'sms']} The person who runs this installation finds the code in its outbox, on the machine.`,
  askAgainIn: (seconds: number) =>
    seconds > 90
      ? `You can request another code in ${Math.ceil(seconds / 60)} minutes`
      : `in ${seconds} s`,
  loggingIn: 'Logging in...',
  authorizing: 'Authorizing...',
  noAffiliation:
    'Your account doesn’t belong to a parking organization. Ask an Admin of your organization to invite you.',
} as const;

/**
 * Where a browser goes to sign in with the identity provider, and where the provider sends it back. These are
 * navigations rather than API calls: each response redirects.
 */
export const signOnPaths = { begin: '/sso', callback: '/sso/callback' } as const;

/** Minutes allowed for the provider's page, and then for exchanging the ticket. */
export const signOnRules = { minutes: 10, ticketMinutes: 2 } as const;

/** Why single sign-on failed, by the code in the login page's URL. */
export const signOnFailures = {
  sso_unavailable: 'The single sign-on provider isn’t responding. Please try again in a moment.',
  sso_cancelled: 'You canceled single sign-on, or the provider didn’t let you in.',
  sso_expired: 'This sign-in took too long, or was started in another browser. Please try again.',
  sso_refused:
    'No account here has your verified email address. Ask an Admin of your organization to invite you.',
  sso_failed: 'Single sign-on failed. Please try again.',
  sso_limited: 'Too many attempts from here. Wait an hour and try again.',
} as const;
export type SignOnFailure = keyof typeof signOnFailures;

/** Whether the end of a URL under /auth/ is a ticket from a mailed or printed sign-in link. */
export const isSignInTicket = (given: string) => /^ll_[\w-]{43}$/.test(given);

/** Whether the end of a URL under /auth/ could be the token of a session. */
export const isSessionToken = (given: string) => /^[\w-]{20,100}$/.test(given);

/** Shown for a sign-in link that doesn't work. */
export const linkMessages = {
  ended:
    'This sign-in link has been used, has expired, or was replaced. Sign in with a verification code.',
} as const;

/** Whether the end of a URL under /auth/ is a single sign-on ticket. */
export const isSignOnTicket = (given: string) => /^ls_[\w-]{43}$/.test(given);

/** Whether the typed username is a phone number: digits and the usual separators. */
export function isPhone(username: string): boolean {
  const plain = toPlainText(username);
  return /^\+?[\d\s().\p{Pd}]+$/u.test(plain) && /\d/.test(plain);
}

/** Maximum digits of a phone number without its dial code. */
const maxPhoneDigits = 14;

/** The digits of a phone number as typed. */
export const phoneDigits = (username: string) => toPlainText(username).replace(/\D/g, '');

/** A typed phone number split into its parts; `problem` says why it can't be one, as far as can be seen already. */
export interface TypedPhone {
  country: string;
  dialCode: string;
  digits: string;
  problem: string | null;
}

/**
 * Splits a typed phone number: a plus selects the country of the dial code, and digits that are only dialed inside the
 * country aren't part of the number.
 */
export function readTypedPhone(text: string, chosen: DialCountry): TypedPhone {
  const hasPlus = toPlainText(text).startsWith('+');
  const all = phoneDigits(text);
  const typedCountry = hasPlus ? findDialCountry(all) : null;
  const isChosen = typedCountry?.dial_code === chosen.dial_code;
  const { country, dial_code: dialCode } = typedCountry && !isChosen ? typedCountry : chosen;
  const rest = typedCountry ? all.slice(dialCode.length) : all;
  const digits = toNationalDigits(rest, dialCode);
  return {
    country,
    dialCode,
    digits,
    problem: findPhoneProblem(digits, dialCode, hasPlus && !typedCountry && all),
  };
}

function findPhoneProblem(
  digits: string,
  dialCode: string,
  unknown: string | false,
): string | null {
  if (unknown && unknown.length >= 3) return 'No country has this dial code.';
  if (dialCode === '1' && digits.length > 10) return 'A number with +1 has 10 digits.';
  return digits.length > maxPhoneDigits ? 'This number has too many digits.' : null;
}

/** Whether a code can be requested: 4 or more digits of a phone, exactly 10 with dial code 1, or an email address. */
export function isUsername(username: string, dialCode: string): boolean {
  if (!isPhone(username)) return readEmail(username) !== null;
  const { length } = phoneDigits(username);
  return dialCode === '1' ? length === 10 : length >= 4 && length <= maxPhoneDigits;
}

const username = text(254, 'Please enter an email or a phone number');
const phoneCountryCode = z._default(
  z.string().check(z.regex(/^\+?\d{1,3}$/, 'Please select an option')),
  '+1',
);

/** Where a code was sent. */
export const sentCode = z.object({
  medium: z.enum(['emailed', 'texted']),
  target: z.string(),
  in_outbox: z.boolean(),
});

export const requestCode = endpoint({
  method: 'POST',
  path: '/api/otp/',
  summary: 'Sends a one-time verification code by email or text message',
  access: everybody,
  body: z.strictObject({ username, phone_country_code: phoneCountryCode }),
  answer: sentCode,
  failure: loginMessages.codeSendFailure,
});

export const logIn = endpoint({
  method: 'POST',
  path: '/api/auth/',
  summary: 'Exchanges a username and its verification code for a session token',
  access: everybody,
  body: z.strictObject({
    username,
    password: text(64, 'Please enter the verification code'),
    phone_country_code: phoneCountryCode,
  }),
  answer: z.object({ token: z.string() }),
  failure: loginMessages.invalid,
});

export const logOut = endpoint({
  method: 'GET',
  path: '/logout/',
  summary: 'Ends the session whose token the Authorization header carries',
  access: signedIn,
  failure: 'Could not log out',
});

const session = z.object({
  pk: z.int(),
  created_at: z.int(),
  last_used_at: z.int(),
  user_agent: z.nullable(z.string()),
  current: z.boolean(),
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions/',
  summary: 'The live sessions of the caller',
  access: signedIn,
  answer: z.array(session),
  failure: 'Could not fetch your sessions',
});

export const requestOwnCode = endpoint({
  method: 'POST',
  path: '/api/sessions/code/',
  summary: 'Sends the caller a verification code to confirm who they are',
  access: signedIn,
  answer: sentCode,
  failure: loginMessages.codeSendFailure,
});

export const confirmSession = endpoint({
  method: 'POST',
  path: '/api/sessions/confirm/',
  summary: 'Confirms who the caller is, for 15 minutes, with a verification code',
  access: signedIn,
  body: z.strictObject({ code: text(64, 'Please enter the verification code') }),
  failure: 'Could not check the code',
});

export const removeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/sessions/',
  summary: 'Ends all other sessions of the caller',
  access: signedIn,
  confirmed: true,
  failure: 'Could not end your other sessions',
});

const affiliation = z.object({
  pk: z.int(),
  type: z.enum(['parking', 'towing']),
  organization: z.int(),
  role: z.enum(roles),
});

const profile = z.object({
  pk: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.nullable(z.string()),
  superuser: z.boolean(),
  is_renter: z.boolean(),
  org_type: z.nullable(z.string()),
  affiliations: z.array(affiliation),
  sends: z.object({ email: z.boolean(), sms: z.boolean() }),
  news: z.optional(
    z.object({
      entries: z.array(z.object({ name: z.string(), text: z.string() })),
      more: z.array(z.string()),
    }),
  ),
});
export type Profile = z.infer<typeof profile>;

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/v2/profiles/me',
  summary: 'Who is signed in',
  access: signedIn,
  answer: profile,
  // A page opened by its URL reads it before anything is drawn, and uses it then.
  freshFor: 10,
  failure: 'Could not fetch your profile',
});

export const dismissNews = endpoint({
  method: 'POST',
  path: '/api/v2/profiles/me/seen_news/',
  summary: 'The caller has seen what is new in this version',
  access: signedIn,
  failure: 'Could not hide the news',
});

/** Which part of the app a person may use, based on their profile. */
export function getAudience(person: Profile): 'staff' | 'renter' | 'nobody' {
  if (person.superuser || person.affiliations.some((affiliation) => affiliation.type === 'parking'))
    return 'staff';
  return person.is_renter ? 'renter' : 'nobody';
}

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  password: ['The verification code.', '482913'],
  code: ['The verification code.', '482913'],
  username: ['The email address or phone number of the account.', 'ana@example.com'],
  in_outbox: 'Whether nothing is set to send it, so that it is in the outbox of the installation.',
  token: 'The token of the session, to send as `Authorization: Token {token}`.',
  'getProfile.pk': 'The number of the person.',
  'affiliations.pk': 'The number of the affiliation.',
  sends: 'Which messages are sent here; the others are written to the outbox of the installation.',
  'sends.email': 'Whether an email server is set.',
  sms: 'Whether a server for text messages is set.',
  news: 'What is new in this version and the caller hasn’t seen; only for Admins, and absent without any.',
  entries: 'Up to three entries of the changelog.',
  name: ['What is new.', 'Plate Desk'],
  text: 'What it is, in a sentence; empty if the changelog has none.',
  more: 'The names of further entries.',
  created_at: 'When the session began, in seconds since 1970.',
  last_used_at: 'When it was last used, in seconds since 1970.',
  user_agent: 'The browser that the session began in, as it calls itself.',
  current: 'Whether it is the session of this call.',
  type: 'The kind of organization.',
  organization: 'The number of the organization.',
  email: 'The email address; null if the person signs in by phone.',
  is_renter: 'Whether the person is a driver.',
  org_type: 'The kind of organization that the person belongs to; null if none.',
};
