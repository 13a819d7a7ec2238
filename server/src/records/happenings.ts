import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { plateKey } from './plates.ts';
import type { Recorded, Recorder } from './recorder.ts';
import { insertSourced, tellOutcomes, timestampCell } from './recorder.ts';

interface Sourced {
  source: string;
  external_id: string;
  spot_pk: number;
}

/** A car's stay as the cameras saw it; either end may be missing. */
export interface VisitInput extends Sourced {
  plate: string;
  state: string | null;
  car_pk?: number | null;
  rental_pk?: number | null;
  status: 'renter' | 'visitor' | 'enforced' | 'grace period' | 'violator';
  entrance_at: Instant | null;
  exit_at: Instant | null;
  entrance_image?: string | null;
  exit_image?: string | null;
  entrance_plate_image?: string | null;
  exit_plate_image?: string | null;
  doubtful?: boolean;
  /** false = time or a payment may still change the status. */
  decided?: boolean;
  /** From when its status is to be looked at again; null = never. */
  due_at?: Instant | null;
  exit_missed?: boolean;
}

/** Records camera visits. */
export async function recordVisits(
  recorder: Recorder,
  visits: readonly VisitInput[],
): Promise<Recorded[]> {
  const rows = visits.map((visit) => ({
    spot_pk: visit.spot_pk,
    car_pk: visit.car_pk ?? null,
    rental_pk: visit.rental_pk ?? null,
    plate: visit.plate,
    state: visit.state,
    status: visit.status,
    entrance_at: timestampCell(visit.entrance_at),
    exit_at: timestampCell(visit.exit_at),
    entrance_image: visit.entrance_image ?? null,
    exit_image: visit.exit_image ?? null,
    entrance_plate_image: visit.entrance_plate_image ?? null,
    exit_plate_image: visit.exit_plate_image ?? null,
    doubtful: visit.doubtful ?? false,
    decided: visit.decided ?? true,
    due_at: timestampCell(visit.due_at ?? null),
    exit_missed: visit.exit_missed ?? false,
    source: visit.source,
    external_id: visit.external_id,
  }));
  return tellOutcomes(recorder, 'visits', visits, await insertSourced(recorder, 'visits', rows));
}

/** A penalty notice; the money it brings is a ledger entry of its own. */
export interface ViolationInput extends Sourced {
  code: string;
  plate: string;
  state: string | null;
  status: 'Created' | 'Paid' | 'Waived';
  amount: Cents;
  created_at: Instant;
  visit_pk?: number | null;
  image?: string | null;
  waived_reason?: string | null;
  /** What the cameras saw, and the rule and the price that were in force. */
  evidence?: object | null;
}

/** Records violations. */
export async function recordViolations(
  recorder: Recorder,
  violations: readonly ViolationInput[],
): Promise<Recorded[]> {
  const rows = violations.map((violation) => ({
    spot_pk: violation.spot_pk,
    uuid: crypto.randomUUID(),
    code: violation.code,
    plate: violation.plate,
    plate_key: plateKey(violation.plate),
    state: violation.state,
    status: violation.status,
    amount: violation.amount,
    created_at: timestampCell(violation.created_at),
    visit_pk: violation.visit_pk ?? null,
    image: violation.image ?? null,
    waived_reason: violation.waived_reason ?? null,
    evidence: violation.evidence ?? null,
    source: violation.source,
    external_id: violation.external_id,
  }));
  const inserted = await insertSourced(recorder, 'violations', rows);
  return tellOutcomes(recorder, 'violations', violations, inserted);
}

/** A driver's review of a stay: 1 to 5 stars, a text, and the reasons they tapped. */
export interface ReviewInput extends Sourced {
  rating: number;
  comment: string | null;
  reasons: readonly string[];
  created_at: Instant;
}

/** Records reviews. */
export async function recordReviews(
  recorder: Recorder,
  reviews: readonly ReviewInput[],
): Promise<Recorded[]> {
  const rows = reviews.map((review) => ({
    spot_pk: review.spot_pk,
    rating: review.rating,
    comment: review.comment,
    reasons: review.reasons,
    created_at: timestampCell(review.created_at),
    source: review.source,
    external_id: review.external_id,
  }));
  return tellOutcomes(recorder, 'reviews', reviews, await insertSourced(recorder, 'reviews', rows));
}

/** Something worth telling on a property's timeline. */
export interface NoteInput extends Sourced {
  kind: 'maintenance' | 'snapshot' | 'price_change' | 'event' | 'team_change';
  title: string;
  description: string;
  images: readonly string[];
  happened_at: Instant;
}

/** Records timeline notes. */
export async function recordNotes(
  recorder: Recorder,
  notes: readonly NoteInput[],
): Promise<Recorded[]> {
  const rows = notes.map((note) => ({
    spot_pk: note.spot_pk,
    kind: note.kind,
    title: note.title,
    description: note.description,
    images: note.images,
    happened_at: timestampCell(note.happened_at),
    local_date: toLocalDate(note.happened_at, recorder.timezoneOf(note.spot_pk)),
    source: note.source,
    external_id: note.external_id,
  }));
  const inserted = await insertSourced(recorder, 'timeline_notes', rows);
  return tellOutcomes(recorder, 'timeline_notes', notes, inserted);
}

/** A picture whose bytes are in the file store under `file`. */
export interface ImageInput {
  uuid: string;
  /** null = the property of its camera is not known yet. */
  spot_pk: number | null;
  kind: 'overview' | 'plate' | 'note' | 'valet';
  file: string;
  media_type: 'image/png' | 'image/jpeg' | 'image/webp';
  bytes: number;
  taken_at: Instant;
  orientation: 'Entrance' | 'Exit' | null;
}

/** Records pictures and answers the uuids of those that are new; one that is known stays as it is. */
export async function recordImages(
  { tx, organizationId }: Recorder,
  images: readonly ImageInput[],
): Promise<Set<string>> {
  const rows = images.map((image) => ({ ...image, taken_at: timestampCell(image.taken_at) }));
  const inserted = await tx<{ uuid: string }[]>`
    insert into images (organization_id, uuid, spot_pk, kind, file, media_type, bytes, taken_at, orientation)
    select ${organizationId}, uuid, spot_pk, kind, file, media_type, bytes, taken_at, orientation
    from json_populate_recordset(null::images, ${JSON.stringify(rows)}::text::json)
    order by uuid on conflict do nothing
    returning uuid`;
  return new Set(inserted.map(({ uuid }) => uuid));
}

/** The price of an hour at a property from a moment on. */
export interface PricePointInput {
  spot_pk: number;
  starts_at: Instant;
  price: Cents;
  base_price: Cents;
  strategy: 'standard' | 'rate' | 'event';
}

/** Records what dynamic pricing set; a point at the same moment is replaced. */
export async function recordPricePoints(
  { tx, organizationId }: Recorder,
  points: readonly PricePointInput[],
): Promise<void> {
  const rows = points.map((point) => ({ ...point, starts_at: timestampCell(point.starts_at) }));
  await tx`
    insert into price_points (organization_id, spot_pk, starts_at, price, base_price, strategy)
    select ${organizationId}, spot_pk, starts_at, price, base_price, strategy
    from json_populate_recordset(null::price_points, ${JSON.stringify(rows)}::text::json)
    order by spot_pk, starts_at
    on conflict (organization_id, spot_pk, starts_at) do update set
      price = excluded.price, base_price = excluded.base_price, strategy = excluded.strategy`;
}
