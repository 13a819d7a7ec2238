import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Story } from '@lotkeeper/contract/trust/stories';
import type { StoryEvent } from '@lotkeeper/contract/trust/story-events';
import { diffValues } from '../../../records/trust/audit-changes.ts';
import type { AuditRow, FactsRow, ValetRow } from './story-facts.queries.ts';
import type { ReadRow, ViolationRow, VisitRow } from './story-rows.queries.ts';

/** The URL of an image; null without one, or if the caller may not see it. */
export type ToImageUrl = (uuid: string | null) => string | null;

/** What happened to the rental itself. */
function listRentalEvents(facts: FactsRow): StoryEvent[] {
  if (facts.rental_pk === null) return [];
  const { source, start_date, recorded_at, changed_at, ended_at, end_date } = facts;
  const end = ended_at ?? end_date;
  const events: StoryEvent[] = [
    { kind: 'started', happened_at: start_date, source, automatic: facts.auto_started },
  ];
  // A rental that starts at once is recorded a little earlier or later, which isn't called a booking.
  if (recorded_at < start_date - minuteMs) {
    events.push({ kind: 'booked', happened_at: recorded_at, source });
  }
  if (changed_at !== null) events.push({ kind: 'changed', happened_at: changed_at, source });
  if (end !== null)
    events.push({ kind: 'ended', happened_at: end, reported: facts.ended_at !== null });
  return events;
}

/** A stay begins with the first read of its entrance and ends with the last of its exit (docs/visits.md). */
function findMark({ superseded, seen_at }: ReadRow, visit: VisitRow | undefined) {
  if (superseded || !visit) return null;
  if (seen_at === visit.entrance_at) return 'Entrance';
  return seen_at === visit.exit_at ? 'Exit' : null;
}

const toSeenEvent = (
  read: ReadRow,
  visit: VisitRow | undefined,
  toImageUrl: ToImageUrl,
): StoryEvent => ({
  kind: 'seen',
  happened_at: read.seen_at,
  visit: read.visit_pk,
  direction: read.direction,
  marks: findMark(read, visit),
  camera: read.camera,
  plate: read.plate,
  state: read.state,
  // The database stores 24 bits: 0.97 would be 0.9700000286102295.
  confidence: read.confidence === null ? null : Math.round(read.confidence * 1e4) / 1e4,
  preview: read.preview,
  superseded: read.superseded,
  time_of_arrival: read.time_of_arrival,
  image: toImageUrl(read.image),
  plate_image: toImageUrl(read.plate_image),
});

/** The ends of a visit that another system paired: nothing is known of its reads. */
function listVisitEnds(visit: VisitRow, toImageUrl: ToImageUrl): StoryEvent[] {
  const visitEnds = [
    ['Entrance', visit.entrance_at, visit.entrance_image, visit.entrance_plate_image],
    ['Exit', visit.exit_at, visit.exit_image, visit.exit_plate_image],
  ] as const;
  return visitEnds.flatMap(([direction, at, image, plateImage]): StoryEvent[] =>
    at === null
      ? []
      : [
          {
            kind: 'seen',
            happened_at: at,
            visit: visit.pk,
            direction,
            marks: direction,
            camera: null,
            plate: visit.plate,
            state: visit.state,
            confidence: null,
            preview: false,
            superseded: false,
            time_of_arrival: false,
            image: toImageUrl(image),
            plate_image: toImageUrl(plateImage),
          },
        ],
  );
}

function toStatusEvent(visit: VisitRow): StoryEvent[] {
  const { pk, status, decided, doubtful, exit_missed, entrance_at, exit_at } = visit;
  const happened_at = exit_at ?? entrance_at;
  if (happened_at === null) return [];
  return [{ kind: 'visit_status', happened_at, visit: pk, status, decided, doubtful, exit_missed }];
}

/** What the cameras saw, and the outcome of each visit. */
function listVisitEvents(
  visits: readonly VisitRow[],
  reads: readonly ReadRow[],
  toImageUrl: ToImageUrl,
): StoryEvent[] {
  const read = new Set(reads.map(({ visit_pk }) => visit_pk));
  const byPk = new Map(visits.map((visit) => [visit.pk, visit]));
  return [
    ...reads.map((row) => toSeenEvent(row, byPk.get(row.visit_pk), toImageUrl)),
    ...visits
      .filter(({ pk }) => !read.has(pk))
      .flatMap((visit) => listVisitEnds(visit, toImageUrl)),
    ...visits.flatMap(toStatusEvent),
  ];
}

function listViolationEvents(violation: ViolationRow): StoryEvent[] {
  const { code, amount, created_at, waived_at, waived_reason: reason, waived_by } = violation;
  const created: StoryEvent = { kind: 'violation_created', happened_at: created_at, code, amount };
  if (waived_at === null) return [created];
  return [
    created,
    { kind: 'violation_waived', happened_at: waived_at, code, reason, person: waived_by },
  ];
}

function listValetEvents(session: ValetRow): StoryEvent[] {
  const { checked_in_at, requested_at, checked_out_at } = session;
  const steps = [
    ['checked_in', checked_in_at, session.checked_in_by],
    ['car_requested', requested_at, null],
    ['checked_out', checked_out_at, session.checked_out_by],
  ] as const;
  return steps.flatMap(([kind, at, person]) =>
    at === null ? [] : [{ kind, happened_at: at, person }],
  );
}

const toAuditEvent = ({ before, after, ...row }: AuditRow): StoryEvent => ({
  kind: 'audited',
  happened_at: row.happened_at,
  person: row.person,
  superuser: row.superuser,
  act: row.act,
  subject: row.subject,
  changes: diffValues(before, after),
});

/** The order of simultaneous events. */
const order: Record<StoryEvent['kind'], number> = {
  booked: 0,
  seen: 1,
  checked_in: 2,
  started: 3,
  charged: 4,
  violation_created: 5,
  changed: 6,
  car_requested: 7,
  checked_out: 8,
  ended: 9,
  visit_status: 10,
  penalty_paid: 11,
  violation_waived: 12,
  refunded: 13,
  disputed: 14,
  dispute_ended: 15,
  audited: 16,
  paid_out: 17,
};

export interface StoryParts {
  facts: FactsRow;
  visits: readonly VisitRow[];
  reads: readonly ReadRow[];
  violations: readonly ViolationRow[];
  valetSessions: readonly ValetRow[];
  auditEntries: readonly AuditRow[];
  moneyEvents: readonly StoryEvent[];
}

/** Everything that happened until now, as one list in time order. */
export function mergeEvents(story: StoryParts, toImageUrl: ToImageUrl, now: Instant): StoryEvent[] {
  const events = [
    ...listRentalEvents(story.facts),
    ...listVisitEvents(story.visits, story.reads, toImageUrl),
    ...story.violations.flatMap(listViolationEvents),
    ...story.valetSessions.flatMap(listValetEvents),
    ...story.auditEntries.map(toAuditEvent),
    ...story.moneyEvents,
  ];
  return events
    .filter(({ happened_at }) => happened_at <= now)
    .sort((a, b) => a.happened_at - b.happened_at || order[a.kind] - order[b.kind]);
}

/** The car of a story, as far as it's known. */
export function toCar(facts: FactsRow): Story['car'] {
  const { plate, state, country, make, model, color } = facts;
  return plate === null ? null : { plate, state, country, make, model, color };
}

export function toRental(facts: FactsRow): Story['rental'] {
  const { rental_pk: pk, rental_uuid: uuid } = facts;
  if (pk === null) return null;
  return {
    pk,
    uuid,
    rental_type: facts.rental_type,
    source: facts.source,
    auto_started: facts.auto_started,
    start_date: facts.start_date,
    end_date: facts.end_date,
    ended_at: facts.ended_at,
    paid: facts.paid,
    contact_shown: facts.contact_shown,
    renter_name: facts.renter_name,
    renter_email: facts.renter_email,
    renter_phone: facts.renter_phone,
  };
}
