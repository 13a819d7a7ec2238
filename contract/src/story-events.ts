import * as z from 'zod/mini';
import { auditActs } from './audit-entries.ts';
import { disputeStates } from './disputes.ts';
import { visitStatuses } from './filter-words.ts';
import { centsField } from './kernel/money.ts';

/** Ms since 1970. */
const happened_at = z.int();
/** A URL that expires after a quarter of an hour; null = there is no image. */
const image = z.nullable(z.string());

/** A rental that was recorded before it starts. */
const booked = z.object({ kind: z.literal('booked'), happened_at, source: z.string() });

const started = z.object({
  kind: z.literal('started'),
  happened_at,
  source: z.string(),
  /** It started by itself, when a known plate was seen. */
  automatic: z.boolean(),
});

/** A plate read. Where another system paired the visit, there are no reads: then it is an end of the visit. */
const seen = z.object({
  kind: z.literal('seen'),
  happened_at,
  visit: z.int(),
  direction: z.nullable(z.enum(['Entrance', 'Exit'])),
  /** The end of the visit that it set; null = it was read again, or another reading counts. */
  marks: z.nullable(z.enum(['Entrance', 'Exit'])),
  camera: z.nullable(z.string()),
  /** The plate as it was read. */
  plate: z.string(),
  state: z.nullable(z.string()),
  /** From 0 to 1; null where the camera reports none. */
  confidence: z.nullable(z.number()),
  /** A first reading, which waits for the final one. */
  preview: z.boolean(),
  /** A better reading of the same event replaced it. */
  superseded: z.boolean(),
  /** The time is when the camera's message arrived, because the message had none that could be read. */
  time_of_arrival: z.boolean(),
  image,
  plate_image: image,
});
export type SeenEvent = z.infer<typeof seen>;

/** What a visit is, at its last known time. */
const visitStatus = z.object({
  kind: z.literal('visit_status'),
  happened_at,
  visit: z.int(),
  status: z.enum(visitStatuses),
  /** Whether time or a payment may still change it. */
  decided: z.boolean(),
  doubtful: z.boolean(),
  /** The car came again before a camera saw it leave. */
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
  /** null = the rules of enforcement. */
  person: z.nullable(z.string()),
});

/** A ledger entry; `entry` is its pk in the money of the story. */
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
  /** The net of the story's ledger entries in this payout. */
  amount: centsField,
});

/** A driver disputes a charge at their bank; the state is the latest one. */
const disputed = z.object({
  kind: z.enum(['disputed', 'dispute_ended']),
  happened_at,
  amount: centsField,
  /** The processor's word, such as `fraudulent`. */
  reason: z.string(),
  state: z.enum(disputeStates),
  /** The day until which the bank takes an answer; null = none is asked for. */
  respond_by: z.nullable(z.string()),
});

/** Its sender changed the rental, such as its end or its car; only the last change has a time. */
const changed = z.object({ kind: z.literal('changed'), happened_at, source: z.string() });

const ended = z.object({
  kind: z.literal('ended'),
  happened_at,
  /** Whether its sender reported that the driver left. */
  reported: z.boolean(),
});

const valet = z.object({
  kind: z.enum(['checked_in', 'car_requested', 'checked_out']),
  happened_at,
  /** null = the driver, or nobody who is known. */
  person: z.nullable(z.string()),
});

/** Somebody changed the rental or a violation. */
const audited = z.object({
  kind: z.literal('audited'),
  happened_at,
  person: z.string(),
  superuser: z.boolean(),
  act: z.enum(auditActs),
  subject: z.enum(['rental', 'violation']),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});

/** Something that happened to a rental, a visit or a violation. */
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
