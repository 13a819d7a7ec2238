import * as z from 'zod/mini';
import { centsField } from '../kernel/money.ts';
import { disputeStates } from '../money/disputes.ts';
import { visitStatuses } from '../people/filter-words.ts';
import { auditActs } from './audit-entries.ts';

/** Ms since 1970. */
const happened_at = z.int();
/** A URL that expires after 15 minutes; null = there is no image. */
const image = z.nullable(z.string());

/** A rental that was recorded before its start. */
const booked = z.object({ kind: z.literal('booked'), happened_at, source: z.string() });

const started = z.object({
  kind: z.literal('started'),
  happened_at,
  source: z.string(),
  automatic: z.boolean(),
});

/** A plate read, or, if another system paired the visit, one end of it. */
const seen = z.object({
  kind: z.literal('seen'),
  happened_at,
  visit: z.int(),
  direction: z.nullable(z.enum(['Entrance', 'Exit'])),
  /** The end of the visit that it determines; null = a repetition, or another reading counts. */
  marks: z.nullable(z.enum(['Entrance', 'Exit'])),
  camera: z.nullable(z.string()),
  plate: z.string(),
  state: z.nullable(z.string()),
  confidence: z.nullable(z.number()),
  preview: z.boolean(),
  superseded: z.boolean(),
  time_of_arrival: z.boolean(),
  image,
  plate_image: image,
});
export type SeenEvent = z.infer<typeof seen>;

/** The status of a visit, at its last known time. */
const visitStatus = z.object({
  kind: z.literal('visit_status'),
  happened_at,
  visit: z.int(),
  status: z.enum(visitStatuses),
  decided: z.boolean(),
  doubtful: z.boolean(),
  exit_missed: z.boolean(),
});

const violationCreated = z.object({
  kind: z.literal('violation_created'),
  happened_at,
  code: z.string(),
  amount: centsField,
});

const violationWaived = z.object({
  kind: z.literal('violation_waived'),
  happened_at,
  code: z.string(),
  reason: z.nullable(z.string()),
  person: z.nullable(z.string()),
});

/** A ledger entry; `entry` is its pk in the story's money. */
const moneyMoved = z.object({
  kind: z.enum(['charged', 'penalty_paid', 'refunded']),
  happened_at,
  entry: z.int(),
  amount: centsField,
});

const paidOut = z.object({
  kind: z.literal('paid_out'),
  happened_at,
  local_date: z.string(),
  amount: centsField,
});

/** A driver disputes a charge at their bank; the state is the latest one. */
const disputed = z.object({
  kind: z.enum(['disputed', 'dispute_ended']),
  happened_at,
  amount: centsField,
  reason: z.string(),
  state: z.enum(disputeStates),
  respond_by: z.nullable(z.string()),
});

/** The sender changed the rental, such as its end or its car; only the last change has a time. */
const changed = z.object({ kind: z.literal('changed'), happened_at, source: z.string() });

const ended = z.object({
  kind: z.literal('ended'),
  happened_at,
  reported: z.boolean(),
});

const valet = z.object({
  kind: z.enum(['checked_in', 'car_requested', 'checked_out']),
  happened_at,
  person: z.nullable(z.string()),
});

/** A person changed the rental or a violation. */
const audited = z.object({
  kind: z.literal('audited'),
  happened_at,
  person: z.string(),
  superuser: z.boolean(),
  act: z.enum(auditActs),
  subject: z.enum(['rental', 'violation']),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});

/** An event of a rental, a visit or a violation. */
export const storyEvent = z.discriminatedUnion('kind', [
  booked,
  started,
  seen,
  visitStatus,
  violationCreated,
  violationWaived,
  moneyMoved,
  paidOut,
  disputed,
  changed,
  ended,
  valet,
  audited,
]);
export type StoryEvent = z.infer<typeof storyEvent>;

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  kind: 'What happened.',
  source: ['The system that sent it.', 'gate'],
  automatic: 'Whether it started by itself when a known plate was seen.',
  visit: 'The number of the visit.',
  direction: 'The way that the car went; null if the camera didn’t say.',
  marks: 'The end of the visit that the read set; null if it set none.',
  camera: 'The name of the camera; null if it isn’t known.',
  plate: 'The plate as it was read.',
  state: 'Where the dispute stands.',
  ':seen.state': 'The two letters of the plate’s state; null if it isn’t known.',
  confidence: 'How sure the reading is, from 0 to 1; null if the camera didn’t say.',
  preview: 'Whether it is a first reading, which waits for the final one.',
  superseded: 'Whether a better reading of the same passing replaced it.',
  time_of_arrival:
    'Whether the time is when the camera’s message arrived, because it had none that could be read.',
  image: 'A URL of the car, which expires after 15 minutes; null if there is no image.',
  plate_image: 'A URL of the plate, which expires after 15 minutes; null if there is no image.',
  status: 'What the visit is.',
  decided: 'Whether that is final: neither time nor a payment changes it.',
  doubtful: 'Whether the cameras leave doubt about the visit.',
  code: ['The number of the violation.', 'V7K2QX'],
  amount: ['The amount in cents.', 1080],
  ':paid_out.amount': 'The net of the story’s ledger entries in the payout, in cents.',
  ':violation_created.amount': 'The penalty in cents.',
  reason: ['Why the driver disputes the charge, in the payment processor’s word.', 'fraudulent'],
  ':violation_waived.reason': 'Why it was waived; null if no reason was kept.',
  person:
    'The name of the person who did it; null if it was the driver, the rules, or nobody who is known.',
  entry: 'The number of the ledger entry.',
  respond_by: 'The day until which the bank takes an answer; null if none is asked for.',
  reported: 'Whether the sender reported that the driver left.',
  subject: 'Whether the rental or a violation was changed.',
};
