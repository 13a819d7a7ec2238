import * as z from 'zod/mini';
import { adminOnly, ofSpotRecord } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { atMost, pkOrUuidText } from '../kernel/fields.ts';
import { amountField, centsField } from '../kernel/money.ts';

export const refundMessages = {
  amount: 'Enter an amount above zero.',
  tooMuch: 'This is more than is left to refund.',
  inProgress: 'A refund is in progress. Wait a moment.',
  otherRequest: 'This request was used for another refund. Send a new UUID.',
  unknownPayment: 'This payment can’t be refunded here.',
  down: 'The payment processor isn’t responding. The refund is tried again until it answers.',
} as const;

/** A card payment that can be refunded through the processor. */
const cardPayment = z.object({
  payment: z.string(),
  paid_at: z.int(),
  amount: centsField,
  left: centsField,
});
export type CardPayment = z.infer<typeof cardPayment>;

const forAdmins = {
  params: z.strictObject({ id: pkOrUuidText }),
  answer: z.array(cardPayment),
} as const;
const ofRental = { ...forAdmins, access: ofSpotRecord('rental', 'params.id', adminOnly) } as const;
const ofViolation = {
  ...forAdmins,
  access: ofSpotRecord('violation', 'params.id', adminOnly),
} as const;

const refundBody = z.strictObject({
  payment: z.string().check(z.minLength(1), atMost(200)),
  amount: amountField.check(z.refine((amount) => amount > 0, refundMessages.amount)),
  request: z.uuid(),
});

export const listCardPayments = endpoint({
  ...ofRental,
  method: 'GET',
  path: '/api/rentals/:id/payments/',
  summary: 'The charges of a rental that can be refunded through the payment processor',
  freshFor: 0,
  failure: 'Could not fetch the payments',
});

export const createRefund = endpoint({
  ...ofRental,
  method: 'POST',
  path: '/api/rentals/:id/refund/',
  summary: 'Refunds a charge of a rental to its card, once for each request',
  body: refundBody,
  failure: 'Could not refund the payment',
});

export const listViolationPayments = endpoint({
  ...ofViolation,
  method: 'GET',
  path: '/api/violations/:id/payments/',
  summary: 'The card payments of a violation that can be refunded through the payment processor',
  freshFor: 0,
  failure: 'Could not fetch the payments',
});

export const createViolationRefund = endpoint({
  ...ofViolation,
  method: 'POST',
  path: '/api/violations/:id/refund/',
  summary: 'Refunds a card payment of a violation, once for each request; it stays paid',
  body: refundBody,
  failure: 'Could not refund the payment',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  amount: ['The amount in cents.', 1080],
  payment: 'What names the payment, as the list of card payments does.',
  'listCardPayments.payment': 'What names the payment in a refund.',
  'listViolationPayments.payment': 'What names the payment in a refund.',
  paid_at: 'When it was paid, in milliseconds since 1970.',
  left: 'What is left to refund of it, in cents.',
};
