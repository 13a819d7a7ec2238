import type { VisitOutcome } from '@lotkeeper/contract/cars/outcomes';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import { plateFold } from '@lotkeeper/contract/kernel/plates';
import type { Database } from '../../../kernel/data/database.ts';
import { defineJob, enqueueOnce } from '../../../kernel/data/jobs.ts';
import { must } from '../../../kernel/must.ts';
import { readPolicy } from '../../operations/enforcement-policy.ts';
import { readEvents } from '../../operations/events.ts';
import { readRate } from '../../operations/set-prices.ts';
import type { Rate } from '../../operations/stay-price.ts';
import { priceOfTime } from '../../operations/stay-price.ts';
import type { Recorder } from '../../recorder.ts';
import { changeRows, openRecorder } from '../../recorder.ts';
import { isAppealed } from '../appeals.ts';
import type { OutcomeFacts } from './visit-outcome.ts';
import { determineOutcome, isViolationUnpaid } from './visit-outcome.ts';
import type { CountedVisit } from './visits.ts';

/** Counts one visit again. */
export const countVisitJob = defineJob<{ organization_id: number; visit_pk: number }>(
  'count_visit',
);

/**
 * Queues counting the visits of violations again. Not at once: who settles visits locks them before their violations.
 */
export async function queueVisitCounts(
  { tx, organizationId }: Pick<Recorder, 'tx' | 'organizationId'>,
  visits: readonly (number | null)[],
): Promise<void> {
  const pks = visits.filter((pk) => pk !== null).sort((a, b) => a - b);
  // Sent in one round trip, and run in order.
  await Promise.all(
    pks.map((visit_pk) =>
      enqueueOnce(
        tx,
        countVisitJob,
        { organization_id: organizationId, visit_pk },
        { key: `count_visit:${visit_pk}`, runAt: instant(0) },
      ),
    ),
  );
}

interface StoredVisit extends Omit<OutcomeFacts, 'freeBy'> {
  pk: number;
  spot_pk: number;
  plate_key: string;
  entrance_at: Instant | null;
  exit_at: Instant | null;
  rate: Rate | null;
  /** The end of its rental; null without one. */
  paid_until: Instant | null;
  penalty: Cents | null;
  /** What it counts as now, with its amount; null = not at all. */
  counted: VisitOutcome | null;
  counted_amount: Cents;
  counted_value: Cents | null;
  /** Whether it is a car of staff, a service or a tow truck. */
  is_service: boolean;
  /** The longest time that the car could park as a visitor; null = none. */
  granted: { code_pk: number | null } | null;
}

const seenAt = ({ entrance_at, exit_at }: StoredVisit) =>
  must(entrance_at ?? exit_at, 'time of a visit');

/** Locks visits and reads what determines their outcomes. */
const readVisits = ({ tx, organizationId }: Recorder, pks: readonly number[]) =>
  tx<StoredVisit[]>`
    select v.pk, v.spot_pk, v.plate_key, v.entrance_at, v.exit_at, v.rate, v.outcome as counted,
      v.uncollected as counted_amount, v.validation_value as counted_value, v.status, v.verdict,
      not v.decided and v.due_at is not null as "isOpen",
      v.entrance_at is not null or v.outcome is not distinct from 'grace' as "hasEntrance",
      n.amount as penalty, case when n.status = 'Created' and n.is_appealed then 'Appealed'
        when n.status <> 'Waived' or n.waived_by is not null then n.status end as violation,
      (select r.end_date from live_rentals r
        where r.organization_id = ${organizationId} and r.pk = v.rental_pk) as paid_until,
      (select json_build_object('rental_type', r.rental_type, 'source', r.source,
          'is_valet', exists (select from valet_sessions s
            where s.organization_id = ${organizationId} and s.rental_pk = r.pk))
        from live_rentals r where r.organization_id = ${organizationId} and r.pk = v.rental_pk) as rental,
      exists (
        select from service_cars l
        where l.organization_id = ${organizationId} and l.car_pk = v.car_pk
          and l.starts_at <= coalesce(v.exit_at, 'infinity')
          and coalesce(l.ended_at, 'infinity') > coalesce(v.entrance_at, v.exit_at)) as is_service,
      case when v.status = 'visitor' then (
        select json_build_object('code_pk', t.code_pk)
        from visitors g
        join visitor_sessions t on t.organization_id = ${organizationId} and t.visitor_pk = g.pk
        where g.organization_id = ${organizationId} and g.car_pk = v.car_pk and g.spot_pk = v.spot_pk
          and t.starts_at <= coalesce(v.exit_at, 'infinity')
          and coalesce(least(t.ends_at, t.ended_at), 'infinity') > coalesce(v.entrance_at, v.exit_at)
        order by least(t.ends_at, t.ended_at) desc nulls first limit 1) end as granted
    from visits v
    left join lateral (
      select status, amount, waived_by, ${isAppealed(tx, organizationId, tx`violations.pk`)} as is_appealed
      from violations
      where organization_id = ${organizationId} and visit_pk = v.pk order by pk desc limit 1) n on true
    where v.organization_id = ${organizationId} and v.pk = any (${pks}::bigint[])
    order by v.pk for no key update of v`;

/** What a stay, or the time after its rental, would have cost at the price in force when it began. */
async function priceVisit(recorder: Recorder, visit: StoredVisit): Promise<Cents> {
  const from = seenAt(visit);
  const day = toLocalDate(from, recorder.timezoneOf(visit.spot_pk));
  const [policy, events] = await Promise.all([
    readPolicy(recorder, visit.spot_pk),
    readEvents(recorder, visit.spot_pk, { first: day, last: day }),
  ]);
  const stay = { from, plateFold: plateFold(visit.plate_key) };
  const rate = visit.rate ?? (policy && (await readRate(recorder, policy, stay, events)));
  if (!rate) return cents(0);
  const unpaidFrom = instant(Math.max(from, visit.paid_until ?? from));
  return priceOfTime(rate, unpaidFrom, visit.exit_at ?? unpaidFrom);
}

function determineGiver({ status, is_service, granted }: StoredVisit): OutcomeFacts['freeBy'] {
  if (status !== 'visitor') return null;
  if (is_service) return 'service';
  if (granted === null) return 'unenforced';
  return granted.code_pk === null ? 'person' : 'code';
}

async function countVisit(
  recorder: Recorder,
  visit: StoredVisit,
): Promise<CountedVisit & { pk: number }> {
  const { granted } = visit;
  const freeBy = determineGiver(visit);
  const outcome = determineOutcome({ ...visit, freeBy });
  const local_date = toLocalDate(seenAt(visit), recorder.timezoneOf(visit.spot_pk));
  const isValidated = outcome === 'validated';
  const price =
    isValidated || outcome === 'unexplained' ? await priceVisit(recorder, visit) : cents(0);
  const owed = outcome === 'unexplained' ? price : cents(0);
  const uncollected = isViolationUnpaid(outcome) ? (visit.penalty ?? cents(0)) : owed;
  const validation_code_pk = isValidated ? (granted?.code_pk ?? null) : null;
  const validation_value = isValidated ? price : null;
  return { pk: visit.pk, outcome, local_date, uncollected, validation_code_pk, validation_value };
}

/** Counts visits by what is stored of them. */
export async function countVisits(recorder: Recorder, pks: readonly number[]): Promise<void> {
  const visits = await readVisits(recorder, pks);
  const counts: (CountedVisit & { pk: number })[] = [];
  for (const visit of visits) counts.push(await countVisit(recorder, visit));
  const changed = counts
    .filter(({ outcome, uncollected }, index) => {
      const visit = visits[index];
      // The price of an unexplained stay isn't looked up again, but an appeal may reduce a violation.
      const isReduced = isViolationUnpaid(outcome) && uncollected !== visit?.counted_amount;
      const isUnpriced = outcome === 'validated' && visit?.counted_value === null;
      return outcome !== visit?.counted || isReduced || isUnpriced;
    })
    .map((count) => ({ ...count }));
  await changeRows(recorder, 'visits', changed);
}

/** The first visits that don't count yet, or without the value of a validated one, by organization. */
const listUncounted = (sql: Recorder['tx'], atMost: number) =>
  sql<{ organization_id: number; pk: number }[]>`
    (select organization_id, pk from visits where outcome is null and due_at is null
      order by organization_id, pk limit ${atMost})
    union all
    (select organization_id, pk from visits where outcome = 'validated' and validation_value is null
      order by organization_id, pk limit ${atMost})
    order by organization_id, pk limit ${atMost}`;

/** Maximum visits to count in one transaction. */
const countsAtOnce = 1_000;

/** Counts the visits that don't count yet; returns how many. */
export const countUncounted = ({ system }: Database): Promise<number> =>
  system.begin(async (tx) => {
    const uncounted = await listUncounted(tx, countsAtOnce);
    for (const [organizationId, visits] of Map.groupBy(
      uncounted,
      (visit) => visit.organization_id,
    )) {
      const recorder = await openRecorder(tx, organizationId);
      await countVisits(
        recorder,
        visits.map(({ pk }) => pk),
      );
    }
    return uncounted.length;
  });
