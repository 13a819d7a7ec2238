import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { PlateCountry } from '@lotkeeper/contract/kernel/places';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { Fragment, Statement } from '../../../kernel/data/database.ts';
import { isAppealed } from '../../../records/cars/appeals.ts';
import { selectSureness } from '../../../records/cars/sureness.ts';
import type { OutcomeFacts } from '../../../records/cars/visits/visit-outcome.ts';
import type { CountedVisit, VisitDecision } from '../../../records/cars/visits/visits.ts';
import type { Rate } from '../../../records/operations/stay-price.ts';
import type { Recorder, RecordReader } from '../../../records/recorder.ts';
import { timestampCell } from '../../../records/recorder.ts';
import type { Claim, Stay } from './status.rules.ts';

/** The rule of a violation that a person wrote, who looked at the car. */
export const seenByPerson = 'a person looked at the car and found no right to park';

/** The evidence of a violation. Times are ISO 8601 in UTC, images are uuids. */
export interface Evidence {
  rule: 'no rental and no known renter' | 'no rental and no price in force' | typeof seenByPerson;
  unpaid_from: string;
  grace_minutes: number;
  price: Rate | null;
  entrance_at: string | null;
  exit_at: string | null;
  images: Pick<
    DueVisit,
    'entrance_image' | 'exit_image' | 'entrance_plate_image' | 'exit_plate_image'
  >;
}

/** A visit whose status is to be checked, with what enforcement did about it so far. */
export interface DueVisit
  extends Omit<Stay, 'verdict'>,
    Omit<VisitDecision, 'rate' | keyof CountedVisit> {
  /** The external id of enforcement's records for it. */
  external_id: string;
  plate: string;
  entrance_image: string | null;
  exit_image: string | null;
  entrance_plate_image: string | null;
  exit_plate_image: string | null;
  rate: Rate | null;
  /** What a person found at the plate desk. */
  verdict: OutcomeFacts['verdict'];
  /** Whether a person looked at it, and found that its plate is right or put it right. */
  is_confirmed: boolean;
  /** Whether all of its reads have one plate. */
  reads_agree: boolean;
  violation_pk: number | null;
  violation_status: 'Created' | 'Paid' | 'Waived' | null;
  violation_amount: Cents | null;
  /** The plate that it was made for; the visit's may have been read again since. */
  violation_plate_key: string | null;
  /** Whether its driver appealed it and waits for an answer. */
  violation_appealed: boolean;
  evidence: Evidence | null;
  /** Whether it was waived by these rules, not by a person. */
  waived_by_rule: boolean;
  /** The auto-started rental, the net amount that enforcement charged for it, and the number of ledger entries. */
  automatic_pk: number | null;
  automatic_type: 'hourly' | 'daily' | 'flat_rate' | null;
  automatic_start: Instant | null;
  automatic_end: Instant | null;
  charged: Cents;
  movements: number;
  /** What is left to refund after all refunds. */
  refundable: Cents;
}

/** A property's visits with what enforcement did about them. */
const selectVisits = (
  { tx, organizationId }: Recorder,
  spotPk: number,
  condition: Fragment,
): Statement<DueVisit[]> => tx<DueVisit[]>`
    select v.pk, d.external_id, v.plate, v.state, v.status, v.decided, v.due_at, v.rental_pk, v.car_pk,
      v.entrance_at, v.exit_at, v.exit_missed, v.doubtful, v.held, v.rate, v.verdict,
      v.reviewed_at is not null and v.verdict is null as is_confirmed,
      (select count(distinct plate_key) = 1 from plate_reads
        where organization_id = ${organizationId} and visit_pk = v.pk and not superseded) as reads_agree,
      v.entrance_image, v.exit_image, v.entrance_plate_image, v.exit_plate_image,
      n.pk as violation_pk, n.status as violation_status, n.amount as violation_amount, n.plate_key as violation_plate_key,
      n.evidence,
      coalesce(n.is_appealed, false) as violation_appealed,
      coalesce(n.status = 'Waived' and n.waived_by is null, false) as waived_by_rule,
      r.pk as automatic_pk, r.rental_type as automatic_type, r.start_date as automatic_start,
      r.end_date as automatic_end, coalesce(l.charged, 0) as charged,
      coalesce(l.movements, 0) as movements, coalesce(l.refundable, 0) as refundable
    from visits v
    -- Enforcement's records have the name of the visit, which is unique only for our own visits.
    cross join lateral (select case v.source when 'cameras' then v.external_id
      else v.source || ':' || v.external_id end as external_id) d
    -- Each by its own name: a join would read all that enforcement ever did.
    left join lateral (
      select *, ${isAppealed(tx, organizationId, tx`w.pk`)} as is_appealed from (
        select pk, status, amount, plate_key, evidence, waived_by from violations
        where organization_id = ${organizationId} and source = 'enforcement' and external_id = d.external_id
        union all
        -- What a person wrote for the car while it was there, whether cameras had seen it or not.
        select pk, status, amount, plate_key, evidence, waived_by from violations
        where organization_id = ${organizationId} and source = 'lotkeeper' and spot_pk = v.spot_pk
          and plate_key = v.plate_key and created_at
            between coalesce(v.entrance_at, v.exit_at - interval '1 day') and coalesce(v.exit_at, 'infinity')) w
      limit 1) n on true
    left join lateral (
      select pk, rental_type, start_date, end_date from live_rentals
      where organization_id = ${organizationId} and source = 'enforcement' and external_id = d.external_id
      limit 1) r on true
    left join lateral (
      select (sum(gross - refund) filter (where source = 'enforcement'))::bigint as charged,
        count(*) filter (where source = 'enforcement') as movements,
        sum(gross - refund)::bigint as refundable from ledger_entries
      where organization_id = ${organizationId} and rental_pk = r.pk) l on true
    where v.organization_id = ${organizationId} and v.spot_pk = ${spotPk} and ${condition}`;

/** Visits by pk, due or not, without locking them. */
export const readSettledVisits = (
  recorder: Recorder,
  spotPk: number,
  pks: readonly number[],
): Promise<DueVisit[]> =>
  selectVisits(recorder, spotPk, recorder.tx`v.pk = any (${[...pks]}::bigint[])`);

/**
 * A property's visits that are due by its own clock, longest due first. Locked ones are skipped until the next time.
 */
export const readDueVisits = async (
  recorder: Recorder,
  spotPk: number,
  now: Instant,
  atMost: number,
): Promise<DueVisit[]> => {
  const { tx } = recorder;
  return selectVisits(
    recorder,
    spotPk,
    tx`v.due_at <= ${now}
    order by v.due_at, v.pk limit ${tx.literal(atMost)}
    for no key update of v skip locked`,
  );
};

/** One of two reads that differ this much in sureness is less sure, and may be wrong. */
const surenessMargin = 0.05;

/** What may be known of the end of a visit that wasn't seen. */
export interface UnseenEnd {
  /** From when on its car may have left; null = nothing says so, or only its entrance wasn't seen. */
  may_have_left_at: Instant | null;
  /** When a car came or left unread, or under almost the same plate, nearest to the end that was seen; null = never. */
  unseen_end_at: Instant | null;
}

/**
 * What may be known of the end of visits that wasn't seen, by visit.
 *
 * A car without an entrance left within 30 days whose plate has one character more, less or replaced: one of the reads may
 * be wrong. If it's the entrance's, because it's shorter or less sure, the visit's plate is in doubt from the entrance
 * on. Reads that are as sure may be of two cars or of one. Of a visit without an entrance, such a car without an exit came
 * within the grace minutes before.
 *
 * Or a car was read without its plate, or an unreadable message came from an exit: it may have been of any car that was
 * in, and may have been sent five minutes late. What comes more than 20 times in a day says nothing, and more than 5 times
 * not which car it was. They're looked up once for all visits, since a sender may send one each second. Apart from
 * locking the visits (locks apart: `nodes.ts`).
 */
export async function readUnseenEnds(
  { tx, organizationId }: Recorder,
  spotPk: number,
  visits: readonly Pick<DueVisit, 'pk' | 'plate' | 'entrance_at' | 'exit_at'>[],
  graceMs: number,
): Promise<Map<number, UnseenEnd>> {
  if (visits.length === 0) return new Map();
  // They may not be in the database yet.
  const halves = visits.map(({ pk, plate, entrance_at, exit_at }) => ({
    pk,
    plate_key: plateKey(plate),
    entrance_at: timestampCell(entrance_at),
    exit_at: timestampCell(exit_at),
  }));
  const grace = tx`${graceMs / minuteMs}::float8 * interval '1 minute'`;
  const surenessOf = (visit: string) => tx`(
    select max(${selectSureness(tx, 'plate_reads')}) from plate_reads
    where organization_id = ${organizationId} and visit_pk = ${tx.unsafe(visit)}.pk)`;
  const rows = await tx<({ pk: number } & UnseenEnd)[]>`
    with own as materialized (
      select pk, plate_key, entrance_at, coalesce(entrance_at, exit_at) as seen_at,
        case when entrance_at is null then exit_at - ${grace} else entrance_at end as earliest,
        case when entrance_at is null then exit_at else entrance_at + interval '30 days' end as latest
      from json_to_recordset(${JSON.stringify(halves)}::text::json)
        w(pk bigint, plate_key text, entrance_at timestamptz, exit_at timestamptz)),
    unread as materialized (
      select side, at, until, of_day from (
        select 'Exit' as side, received_at - interval '5 minutes' as at, received_at as until,
          count(*) over (partition by feed_pk order by received_at
            range between interval '1 day' preceding and interval '1 day' following) as of_day
        from camera_messages
        where organization_id = ${organizationId} and outcome = 'unknown'
          and feed_pk in (
            select f.pk from camera_feeds f
            where f.organization_id = ${organizationId} and f.revoked_at is null
              and (f.spot_pk = ${spotPk} and coalesce(f.direction, 'Exit') = 'Exit' or exists (
                select from cameras c
                where c.organization_id = ${organizationId} and c.feed_pk = f.pk and c.spot_pk = ${spotPk}
                  and coalesce(c.direction, f.direction, 'Exit') = 'Exit')))
          and received_at > (select min(seen_at) - interval '1 day' from own)
        union all
        select coalesce(r.direction, c.direction), coalesce(r.seen_at, r.captured_at), coalesce(r.seen_at, r.captured_at),
          count(*) over (partition by r.camera_pk order by r.captured_at
            range between interval '1 day' preceding and interval '1 day' following)
        from plate_reads r
        left join cameras c on c.organization_id = ${organizationId} and c.pk = r.camera_pk
        where r.organization_id = ${organizationId} and r.spot_pk = ${spotPk} and r.plate_fold = '' and not r.superseded
          and r.captured_at > (select min(seen_at) - interval '1 day' from own)
      ) m where m.of_day <= 20)
    select v.pk,
      case when v.entrance_at is not null then least(n.doubtful_from,
        (select min(at) from unread where side = 'Exit' and until > v.entrance_at)) end as may_have_left_at,
      case when v.entrance_at is null
        then greatest(n.last_at,
          (select max(at) from unread where side = 'Entrance' and at between v.earliest and v.latest and of_day <= 5))
        else least(n.first_at,
          (select min(until) from unread where side = 'Exit' and until > v.entrance_at and of_day <= 5))
      end as unseen_end_at
    from own v
    left join lateral (
      select min(near.at) as first_at, max(near.at) as last_at,
        min(case when near.longer > 0 or near.longer = 0 and near.surer > ${surenessMargin}::float8
          then v.entrance_at else near.at end) as doubtful_from
      from (
        select near.at, near.longer, coalesce(${surenessOf('near')} - ${surenessOf('v')}, 0) as surer
        from (
          select o.pk, coalesce(o.entrance_at, o.exit_at) as at, length(o.plate_key) - length(v.plate_key) as longer
          from visits o
          where o.organization_id = ${organizationId} and o.spot_pk = ${spotPk}
            and (v.entrance_at is null) = (o.exit_at is null) and (v.entrance_at is null) <> (o.entrance_at is null)
            and case when o.entrance_at is null then o.exit_at else o.entrance_at end between v.earliest and v.latest
            and abs(length(o.plate_key) - length(v.plate_key)) <= 1
            -- One character can't change both ends, and this saves most of the comparing.
            and (left(o.plate_key, 1) = left(v.plate_key, 1) or right(o.plate_key, 1) = right(v.plate_key, 1))
            -- Within a fold, pairing decides.
            and lotkeeper.plate_fold(o.plate_key) <> lotkeeper.plate_fold(v.plate_key)
            and exists (
              select from generate_series(1, greatest(length(o.plate_key), length(v.plate_key))) as sign
              where overlay(o.plate_key placing '' from sign for 1) in
                  (v.plate_key, overlay(v.plate_key placing '' from sign for 1))
                or overlay(v.plate_key placing '' from sign for 1) = o.plate_key)
          offset 0) near) near) n on true`;
  return new Map(rows.map(({ pk, ...end }) => [pk, end]));
}

/** Sets a property's longest due visit aside, so that the others can be decided. A job finds how it counts. */
export async function setVisitAside(
  { tx, organizationId }: Recorder,
  spotPk: number,
  now: Instant,
  why: string,
): Promise<void> {
  await tx`
    update visits set due_at = null, set_aside = ${why}, outcome = null, local_date = null
    where organization_id = ${organizationId} and pk = (
      select pk from visits
      where organization_id = ${organizationId} and spot_pk = ${spotPk} and due_at <= ${now}
      order by due_at, pk limit 1 for no key update skip locked)`;
}

/** A car of the organization. */
export interface Car {
  pk: number;
  plate: string;
  plate_key: string;
  fold: string;
  state: string;
  country: PlateCountry;
}

/** The cars whose plates fold to one of these. */
export const readCars = (
  { tx, organizationId }: RecordReader,
  folds: readonly string[],
): Promise<Car[]> => tx<Car[]>`
  select c.pk, c.plate, c.plate_key, f.fold, c.state, c.country
  from unnest(${folds}::text[]) f(fold)
  join cars c on c.organization_id = ${organizationId} and lotkeeper.plate_fold(c.plate_key) = f.fold
  order by c.pk`;

/** A car's right to park, as far as it overlaps a given time. */
export interface ClaimRow extends Claim {
  car_pk: number;
}

/** The properties where a right holds: one, or all but one. */
type Where = { at: number } | { notAt: number };

/**
 * What gives cars the right to be at properties in a span of time. An auto-started rental gives it for its first unit
 * until its end is known; a visitor has it for each granted time, not in between; a service car as long as it is listed.
 */
export function readClaims(
  { tx, organizationId }: RecordReader,
  where: Where,
  cars: readonly number[],
  span: { from: Instant; until: Instant },
): Promise<(ClaimRow & { spot_pk: number | null })[]> {
  const isThere = (spot: string) =>
    'at' in where ? tx`${tx.unsafe(spot)} = ${where.at}` : tx`${tx.unsafe(spot)} <> ${where.notAt}`;
  return tx`
  select r.car_pk, r.spot_pk, case r.source when 'enforcement' then 'enforced' else 'renter' end as by,
    r.pk as rental_pk, json_build_object('rental_type', r.rental_type, 'source', r.source,
      'is_valet', exists (select from valet_sessions s
        where s.organization_id = ${organizationId} and s.rental_pk = r.pk)) as rental,
    null as code_pk, false as is_service, r.start_date as from,
    case when r.end_date is not null or r.source <> 'enforcement' then r.end_date
      when r.rental_type = 'hourly' then r.start_date + interval '1 hour'
      else r.start_date + interval '24 hours' end as until
  from live_rentals r
  where r.organization_id = ${organizationId} and r.car_pk = any (${cars}::bigint[])
    and r.start_date <= ${span.until} and ${isThere('r.spot_pk')}
    and (r.end_date is null or r.end_date > ${span.from})
  union all
  select v.car_pk, v.spot_pk, 'visitor', null, null, t.code_pk, false, t.starts_at, least(t.ends_at, t.ended_at)
  from visitors v
  join visitor_sessions t on t.organization_id = ${organizationId} and t.visitor_pk = v.pk
  where v.organization_id = ${organizationId} and v.car_pk = any (${cars}::bigint[])
    and ${isThere('v.spot_pk')} and t.kind in ('until', 'always') and t.starts_at <= ${span.until}
    and coalesce(least(t.ends_at, t.ended_at), 'infinity') > ${span.from}
  union all
  select l.car_pk, null, 'visitor', null, null, null, true, l.starts_at, l.ended_at
  from service_cars l
  where l.organization_id = ${organizationId} and l.car_pk = any (${cars}::bigint[])
    and l.starts_at <= ${span.until} and coalesce(l.ended_at, 'infinity') > ${span.from}`;
}

/** Who previously rented with the visit's car, if they can be contacted. */
export interface Renter {
  visit_pk: number;
  renter_first_name: string | null;
  renter_last_name: string | null;
  renter_email: string | null;
  renter_phone: string | null;
}

/**
 * For each visit, the renter of its car's newest rental, anywhere in the organization, that began before it and has a
 * contact.
 */
export const readRenters = (
  { tx, organizationId }: Recorder,
  visits: readonly { visit_pk: number; car_pk: number; before: string | null }[],
): Promise<Renter[]> => tx<Renter[]>`
  select v.visit_pk, r.*
  from json_to_recordset(${JSON.stringify(visits)}::text::json) v(visit_pk bigint, car_pk bigint, before timestamptz)
  cross join lateral (
    select renter_first_name, renter_last_name, renter_email, renter_phone from live_rentals
    where organization_id = ${organizationId} and car_pk = v.car_pk and start_date < v.before
      and (renter_email is not null or renter_phone is not null)
    order by start_date desc limit 1) r`;

/** The properties with a visit that is due by the server's clock, or with an unpaired read left. */
export async function readDueProperties(
  sql: Recorder['tx'],
  now: Instant,
): Promise<{ organization_id: number; spot_pk: number }[]> {
  return sql<{ organization_id: number; spot_pk: number }[]>`
    select s.organization_id, s.pk as spot_pk from spots s
    where exists (select from visits v where v.organization_id = s.organization_id
        and v.spot_pk = s.pk and v.due_at <= ${now})
      or exists (select from plate_reads r where r.organization_id = s.organization_id
        and r.spot_pk = s.pk and not r.paired)
    order by s.organization_id, s.pk`;
}
