import * as z from 'zod/mini';

/** What endpoints can subscribe to, and when it is sent. */
export const webhookTypes = {
  'rental.created': 'A rental was recorded.',
  'rental.changed': 'The times, car, price or payment of a rental changed.',
  'payment.recorded': 'A payment of a driver was recorded.',
  'refund.recorded': 'A refund to a driver was recorded.',
  'visit.opened': 'A car was seen to enter.',
  'visit.closed': 'A car was seen to leave.',
  'visit.decided': 'It was decided what a visit is, or decided differently.',
  'violation.opened': 'A violation was made, or is open again.',
  'violation.paid': 'A violation was paid.',
  'violation.waived': 'A violation was waived.',
  'payout.paid': 'A payout was sent to the organization’s bank.',
  'payout.failed': 'A payout failed, or came back.',
  'alert.opened': 'An alert began.',
  'alert.ended': 'An alert is over.',
} as const;

export type WebhookType = keyof typeof webhookTypes;

const carOfWebhook = z.object({ plate: z.string(), state: z.string(), country: z.string() });

/** @public A rental in webhooks. Names and addresses of drivers aren't sent. */
export const webhookRental = z.object({
  pk: z.int(),
  uuid: z.string(),
  spot: z.int(),
  source: z.string(),
  external_id: z.string(),
  rental_type: z.string(),
  start_date: z.string(),
  end_date: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  price_monthly: z.nullable(z.int()),
  paid: z.boolean(),
  car: z.nullable(carOfWebhook),
});

/** @public A payment or refund in webhooks; amounts are 0 or more. */
export const webhookPayment = z.object({
  pk: z.int(),
  kind: z.enum(['charge', 'penalty', 'refund']),
  spot: z.int(),
  source: z.string(),
  external_id: z.string(),
  rental: z.nullable(z.int()),
  violation: z.nullable(z.int()),
  occurred_at: z.string(),
  amount: z.int(),
  tax: z.int(),
  processing_fee: z.int(),
});

/** @public A visit in webhooks. */
export const webhookVisit = z.object({
  pk: z.int(),
  spot: z.int(),
  source: z.string(),
  external_id: z.string(),
  plate: z.string(),
  state: z.nullable(z.string()),
  entrance_at: z.nullable(z.string()),
  exit_at: z.nullable(z.string()),
  decided: z.boolean(),
  status: z.string(),
  outcome: z.nullable(z.string()),
  rental: z.nullable(z.int()),
});

/** @public A violation in webhooks. */
export const webhookViolation = z.object({
  pk: z.int(),
  uuid: z.string(),
  spot: z.int(),
  code: z.string(),
  plate: z.string(),
  state: z.nullable(z.string()),
  status: z.string(),
  amount: z.int(),
  created_at: z.string(),
  visit: z.nullable(z.int()),
});

/** @public A payout in webhooks. */
export const webhookPayout = z.object({
  pk: z.int(),
  external_id: z.string(),
  period: z.string(),
  amount: z.int(),
  state: z.enum(['paid', 'failed']),
  reason: z.nullable(z.string()),
  statement_descriptor: z.string(),
  settled_at: z.nullable(z.string()),
});

export const webhookAlert = z.object({
  pk: z.int(),
  kind: z.string(),
  spot: z.nullable(z.int()),
  title: z.string(),
  started_at: z.string(),
  ended_at: z.nullable(z.string()),
});
export type WebhookAlert = z.infer<typeof webhookAlert>;

/** @public The data of a delivery that a person sent to try an endpoint. */
export const webhookTest = z.object({ message: z.string() });

const dataByTopic = {
  rental: webhookRental,
  payment: webhookPayment,
  refund: webhookPayment,
  visit: webhookVisit,
  violation: webhookViolation,
  payout: webhookPayout,
  alert: webhookAlert,
  webhook: webhookTest,
};

type Topic = keyof typeof dataByTopic;

/** The schema of the data of a type. */
const webhookData = (type: WebhookType | 'webhook.test') =>
  dataByTopic[type.split('.')[0] as Topic];

/** What is sent: the version of the format, what happened when, and the record as it was at the first try. */
export const webhookPayload = (type: WebhookType | 'webhook.test') =>
  z.object({
    version: z.literal(1),
    type: z.literal(type),
    timestamp: z.string(),
    organization: z.int(),
    data: webhookData(type),
  });

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  version:
    'The version of the format. Fields may be added to a version; anything else is a new one.',
  type: 'What happened.',
  timestamp: ['When it was recorded, as ISO 8601.', '2026-06-15T16:30:01.250Z'],
  organization: ['The organization, by its number.', 12],
  data: 'The record as it was when the message was first sent. A message that is sent again is the same.',
  pk: ['Its number.', 155344],
  uuid: 'Its UUID.',
  spot: ['The property, by its number.', 1],
  'webhookAlert.spot': 'The property, by its number; null if it’s about the whole organization.',
  source: ['The system that sent it.', 'gate'],
  external_id: ['Its ID in that system.', 'ticket-1041'],
  'webhookPayout.external_id': 'Its ID at the payment processor.',
  rental_type: [
    'hourly, daily, flat_rate, free_until_hourly, monthly, enterprise, or bulk_rental.',
    'hourly',
  ],
  start_date: ['When it begins, as ISO 8601.', '2026-06-15T16:30:00.000Z'],
  end_date: 'When it ends, as ISO 8601; null if that is open.',
  ended_at: 'When the driver left, by its sender; null if that isn’t known.',
  price_monthly: 'The price of a month in cents; null if it isn’t monthly.',
  paid: 'Whether it’s paid.',
  car: 'The car; null if it isn’t known.',
  plate: ['The license plate.', 'ABC 123'],
  state: ['The state of the plate.', 'AZ'],
  country: ['The country of the plate.', 'US'],
  kind: ['charge, penalty, or refund.', 'charge'],
  'webhookAlert.kind': 'The kind of alert.',
  rental: 'The rental, by its number; null if there is none.',
  violation: 'The violation that was paid, by its number; null if there is none.',
  occurred_at: ['When it was paid, as ISO 8601.', '2026-06-15T16:30:00.000Z'],
  amount: ['The amount in cents, tax included.', 1080],
  tax: ['The tax in it, in cents.', 80],
  processing_fee: ['The processing fee, in cents.', 31],
  entrance_at: 'When the car was seen to enter, as ISO 8601; null if it wasn’t.',
  exit_at: 'When the car was seen to leave, as ISO 8601; null if it wasn’t.',
  decided: 'Whether it’s decided; an open visit may still change.',
  status: 'renter, visitor, enforced, grace period, or violator.',
  'webhookViolation.status': 'Created, Paid, or Waived.',
  outcome: 'How it ended, as in the list of outcomes; null if that isn’t known yet.',
  code: ['The number that its driver enters.', 'K7Q2PX'],
  created_at: 'When it was made, as ISO 8601.',
  visit: 'The visit, by its number; null if there is none.',
  period: ['The period that is paid out.', '2026-06'],
  'webhookPayout.state': 'paid, or failed.',
  reason: 'Why it failed; null if it didn’t.',
  statement_descriptor: 'The text on the bank statement.',
  settled_at: 'When it was paid or failed, as ISO 8601.',
  title: 'What it says.',
  started_at: 'When it began, as ISO 8601.',
  'webhookAlert.ended_at': 'When it was over, as ISO 8601; null if it isn’t.',
  message: 'A text for people.',
};
