import * as z from 'zod/mini';
import { everybody } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/calendar.ts';
import { isDayText } from '../kernel/day-text.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { atMost, oneLine, text } from '../kernel/fields.ts';

/** What a token of the payment processor represents. */
export const tokenKinds = ['bank_account', 'ein', 'representative'] as const;
export type TokenKind = (typeof tokenKinds)[number];

export const processorMessages = {
  routingNumber: 'Please enter a valid 9-digit routing number',
  accountNumber: 'Please enter an account number with 5 to 17 digits',
  ein: 'Please enter a valid EIN, such as 12-3456789',
  firstName: 'Please enter a first name',
  lastName: 'Please enter a last name',
  birthDate: 'Please enter an adult’s birth date as MM/DD/YYYY',
  cardNumber: 'Please enter a valid card number',
  cardMonth: 'Please enter a two-digit month',
  cardYear: 'Please enter a four-digit year',
  cvc: 'Please enter the 3- or 4-digit security code',
} as const;

/** Whether nine digits are a routing number: a prefix in use, and a valid ABA checksum. */
export function isRoutingNumber(digits: string): boolean {
  if (!/^(0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(digits)) return false;
  const weights = [3, 7, 1];
  const weighed = digits.split('').map((digit, index) => Number(digit) * (weights[index % 3] ?? 0));
  const total = weighed.reduce((all, product) => all + product, 0);
  return total > 0 && total % 10 === 0;
}

/** Whether digits may be a US bank account number. With fewer than five, the last four would reveal all of it. */
export const isAccountNumber = (digits: string) => /^\d{5,17}$/.test(digits);

/** Prefixes that the IRS hasn't assigned. */
const unusedEinPrefix = /^(00|07|08|09|17|18|19|28|29|49|69|70|78|79|89|96|97)/;

/** Whether a text has the format of an EIN, with or without its dash. */
export const isEin = (text: string) => /^\d{2}-?\d{7}$/.test(text) && !unusedEinPrefix.test(text);

/** Formats an EIN while it is typed: digits as 12-3456789, as far as present. */
export function formatTypedEin(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 9);
  return digits.length > 2 ? `${digits.slice(0, 2)}-${digits.slice(2)}` : digits;
}

/** Formats a birth date while it is typed or pasted: digits as MM/DD/YYYY, as far as present. */
export function birthDateAsTyped(text: string): string {
  const usual = text.trim().replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
  const padded = usual.replace(/^(\d)\//, '0$1/').replace(/^(\d{2}\/)(\d)\//, '$10$2/');
  const digits = padded.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
}

/** Parses MM/DD/YYYY; null if there is no such day. */
export function parseBirthDate(input: string): LocalDate | null {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(input) ?? [];
  const text = `${year}-${month}-${day}`;
  return isDayText(text) ? (text as LocalDate) : null;
}

const rule = (holds: (typed: string) => boolean, message: string) =>
  z.string().check(oneLine, z.trim(), atMost(40, message), z.refine(holds, message));

/** Whether digits are a card number: 12 to 19 of them, with a valid Luhn check digit. */
function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const weighed = digits
    .split('')
    .reverse()
    .map((digit, index) => Number(digit) * (1 + (index % 2)))
    .map((value) => (value > 9 ? value - 9 : value));
  return weighed.reduce((all, value) => all + value, 0) % 10 === 0;
}

/** What the browser sends to the processor only. */
const secretsOf = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('bank_account'),
    routing_number: rule(isRoutingNumber, processorMessages.routingNumber),
    account_number: rule(isAccountNumber, processorMessages.accountNumber),
  }),
  z.strictObject({ kind: z.literal('ein'), ein: rule(isEin, processorMessages.ein) }),
  z.strictObject({
    kind: z.literal('representative'),
    first_name: text(80, processorMessages.firstName),
    last_name: text(80, processorMessages.lastName),
    birth_date: rule((text) => parseBirthDate(text) !== null, processorMessages.birthDate),
  }),
]);
export type ProcessorSecrets = z.output<typeof secretsOf>;

/** How long a token is valid. */
export const tokenMinutes = 30;

/** How long a driver has to confirm a payment at their bank. */
export const confirmMinutes = 15;

export const createProcessorToken = endpoint({
  method: 'POST',
  path: '/processor/tokens/',
  summary:
    'The sandbox payment processor: takes data that only a processor may know and returns a token',
  access: everybody,
  body: secretsOf,
  answer: z.object({ token: z.string() }),
  failure: 'Could not update payout account info',
});

/** Card details as typed; the browser sends them to the processor only. */
const cardSecrets = z.strictObject({
  number: rule(isCardNumber, processorMessages.cardNumber),
  exp_month: rule((text) => /^(0[1-9]|1[0-2])$/.test(text), processorMessages.cardMonth),
  exp_year: rule((text) => /^20\d{2}$/.test(text), processorMessages.cardYear),
  cvc: rule((text) => /^\d{3,4}$/.test(text), processorMessages.cvc),
});
export type CardSecrets = z.output<typeof cardSecrets>;

export const createCardToken = endpoint({
  method: 'POST',
  path: '/processor/cards/',
  summary: 'The sandbox payment processor: takes a card number and returns a token',
  access: everybody,
  body: cardSecrets,
  answer: z.object({ token: z.string() }),
  failure: 'Could not add the card',
});

export const confirmSandboxPayment = endpoint({
  method: 'POST',
  path: '/processor/payments/confirm/',
  summary:
    'The sandbox payment processor: confirms a payment for the holder of the card, as their bank does',
  access: everybody,
  body: z.strictObject({ client_secret: z.string().check(z.minLength(1), atMost(200)) }),
  answer: z.object({ confirmed: z.literal(true) }),
  failure: 'Could not confirm the payment',
});

export const receiveStripeEvent = endpoint({
  method: 'POST',
  path: '/api/stripe/webhook',
  summary: 'Takes signed events from Stripe: accounts, payouts, payments, refunds and disputes',
  access: everybody,
  headers: z.looseObject({ 'stripe-signature': z.optional(z.string()) }),
  raw: true,
  answer: z.object({ received: z.literal(true) }),
  failure: 'Could not take the event',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  ein: ['The EIN of the organization.', '12-3456789'],
  number: ['The number of the card.', '4242424242424242'],
  cvc: ['The security code of the card.', '123'],
  kind: 'What the token stands for.',
  routing_number: ['The routing number of the bank, 9 digits.', '110000000'],
  account_number: ['The account number, 5 to 17 digits.', '000123456789'],
  birth_date: ['The birth date of the representative, an adult, as MM/DD/YYYY.', '04/30/1980'],
  token: 'The token. It works for 30 minutes.',
  exp_month: ['The month when the card expires, two digits.', '04'],
  exp_year: ['The year when the card expires, four digits.', '2030'],
  confirmed: 'Always true.',
  'stripe-signature': 'The signature that Stripe makes of the event.',
  received: 'Always `true`; otherwise the answer is an error.',
};
