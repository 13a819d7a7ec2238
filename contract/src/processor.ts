import * as z from 'zod/mini';
import { everybody } from './kernel/access.ts';
import type { LocalDate } from './kernel/calendar.ts';
import { addMonths, parseLocalDate } from './kernel/calendar.ts';
import { endpoint } from './kernel/endpoint.ts';
import { text } from './kernel/fields.ts';

/** What a token of the payment processor stands for. */
export const tokenKinds = ['bank_account', 'ein', 'representative'] as const;
export type TokenKind = (typeof tokenKinds)[number];

export const processorMessages = {
  routingNumber: 'Please enter a valid routing number of 9 digits',
  accountNumber: 'Please enter an account number of 5 to 17 digits',
  ein: 'Please enter a valid EIN, such as 12-3456789',
  firstName: 'Please enter a first name',
  lastName: 'Please enter a last name',
  birthDate: 'Please enter the birth date of an adult as MM/DD/YYYY',
  cardNumber: 'Please enter a valid card number',
  cardMonth: 'Please enter the month as two digits',
  cardYear: 'Please enter the year as four digits',
  cvc: 'Please enter the 3 or 4 digits of the security code',
} as const;

/** Whether nine digits are a routing number: one of the prefixes in use, and the checksum of the ABA. */
export function isRoutingNumber(typed: string): boolean {
  if (!/^(0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(typed)) return false;
  const weights = [3, 7, 1];
  const weighed = typed.split('').map((digit, place) => Number(digit) * (weights[place % 3] ?? 0));
  const total = weighed.reduce((all, one) => all + one, 0);
  return total > 0 && total % 10 === 0;
}

/** Whether digits may be an account number at a US bank. With fewer than five the last four would be all of it. */
export const isAccountNumber = (typed: string) => /^\d{5,17}$/.test(typed);

/** Prefixes that the IRS has given to nobody. */
const unusedEinPrefix = /^(00|07|08|09|17|18|19|28|29|49|69|70|78|79|89|96|97)/;

/** Whether a text has the form of an EIN, with or without its dash. */
export const isEin = (typed: string) =>
  /^\d{2}-?\d{7}$/.test(typed) && !unusedEinPrefix.test(typed);

/** What stands in an EIN field after typing: digits as 12-3456789, as far as they go. */
export function formatTypedEin(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 9);
  return digits.length > 2 ? `${digits.slice(0, 2)}-${digits.slice(2)}` : digits;
}

/** What stands in a date field after typing or pasting: digits as MM/DD/YYYY, as far as they go. */
export function birthDateAsTyped(typed: string): string {
  const usual = typed.trim().replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
  const padded = usual.replace(/^(\d)\//, '0$1/').replace(/^(\d{2}\/)(\d)\//, '$10$2/');
  const digits = padded.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
}

/** Reads MM/DD/YYYY; null when there is no such day. */
export function parseBirthDate(typed: string): LocalDate | null {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(typed) ?? [];
  return month ? parseLocalDate(`${year}-${month}-${day}`) : null;
}

/** Whether somebody born on a day (MM/DD/YYYY) is 18 to 120 years old today. */
export function isBirthDateOfAdult(typed: string, today: LocalDate): boolean {
  const born = parseBirthDate(typed);
  return born !== null && born <= addMonths(today, -18 * 12) && born >= addMonths(today, -120 * 12);
}

const rule = (holds: (typed: string) => boolean, message: string) =>
  z.string().check(z.trim(), z.maxLength(40, message), z.refine(holds, message));

/** Whether digits are the number of a card: 12 to 19 of them, with the check digit of Luhn. */
export function isCardNumber(typed: string): boolean {
  if (!/^\d{12,19}$/.test(typed)) return false;
  const weighed = typed
    .split('')
    .reverse()
    .map((digit, place) => Number(digit) * (1 + (place % 2)))
    .map((value) => (value > 9 ? value - 9 : value));
  return weighed.reduce((all, one) => all + one, 0) % 10 === 0;
}

/** What the browser hands to the processor, and to nobody else. */
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
    birth_date: rule((typed) => parseBirthDate(typed) !== null, processorMessages.birthDate),
  }),
]);
export type ProcessorSecrets = z.output<typeof secretsOf>;

/** How long a token holds. */
export const tokenMinutes = 30;

export const createProcessorToken = endpoint({
  method: 'POST',
  path: '/processor/tokens/',
  summary:
    'The sandbox payment processor: takes what only a processor may know and answers a token for it',
  access: everybody,
  body: secretsOf,
  answer: z.object({ token: z.string() }),
  failure: 'Could not update payout account info',
});

/** A card as its holder types it, which goes to the processor and to nobody else. */
const cardSecrets = z.strictObject({
  number: rule(isCardNumber, processorMessages.cardNumber),
  exp_month: rule((typed) => /^(0[1-9]|1[0-2])$/.test(typed), processorMessages.cardMonth),
  exp_year: rule((typed) => /^20\d{2}$/.test(typed), processorMessages.cardYear),
  cvc: rule((typed) => /^\d{3,4}$/.test(typed), processorMessages.cvc),
});
export type CardSecrets = z.output<typeof cardSecrets>;

export const createCardToken = endpoint({
  method: 'POST',
  path: '/processor/cards/',
  summary: 'The sandbox payment processor: takes the number of a card and answers a token for it',
  access: everybody,
  body: cardSecrets,
  answer: z.object({ token: z.string() }),
  failure: 'Could not add the card',
});
