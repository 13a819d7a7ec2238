import type { VisitOutcome } from '@lotkeeper/contract/cars/outcomes';
import type { DeskVerdict } from '@lotkeeper/contract/cars/plate-desk';
import {
  claimMinutes,
  deskDays,
  deskMessages,
  maxWaiting,
} from '@lotkeeper/contract/cars/plate-desk';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql, Tx } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/audit-entries.ts';
import { lockCamerasOf } from '../../../records/camera-signs.ts';
import { queuePairing } from '../../../records/plate-reads.ts';
import { selectSureness } from '../../../records/sureness.ts';
import { learn, readLikelyPlate, unlearn } from './learning.queries.ts';
import { suggestVerdict } from './suggestion.rules.ts';

/** A visit at the desk. */
export interface DeskVisitRow {
  pk: number;
  plate: string;
  state: string | null;
  spot: { pk: number; name: string; timezone: string };
  entrance_at: Instant | null;
  exit_at: Instant | null;
  entrance_image: string | null;
  exit_image: string | null;
  entrance_plate_image: string | null;
  exit_plate_image: string | null;
  outcome: VisitOutcome | null;
  uncollected: Cents;
  doubtful: boolean;
  was_decided: boolean;
  readings: ReadingRow[];
}

interface ReadingRow {
  pk: number;
  camera_pk: number | null;
  camera: string | null;
  direction: 'Entrance' | 'Exit' | null;
  /** In seconds since 1970. */
  captured_at: number;
  plate: string;
  state: string | null;
  confidence: number | null;
  /** What the read counts as. */
  sureness: number | null;
  candidates: { plate: string; confidence: number | null }[];
}

interface Choice {
  /** null = of all properties. */
  spot: number | null;
  skipped: readonly number[];
  /** The visit to take, if nobody else has it. */
  visit?: number | undefined;
}

/** A property's visits that wait for a person, newest day first; `limit` many. */
function selectWaiting(
  sql: Sql,
  { organizationId }: OrganizationScope,
  spot: number | null,
  { now, condition = sql``, limit }: { now: Instant; condition?: Fragment; limit: number },
): Fragment {
  const since = toLocalDate(instant(now - deskDays * dayMs), 'UTC');
  return sql`
    select w.* from spots s
    cross join lateral (
      select v.pk, v.local_date from visits v
      where v.organization_id = ${organizationId} and v.spot_pk = s.pk and v.reviewed_at is null
        and (v.outcome = 'unexplained' or v.verdict is not null) and v.local_date >= ${since} and v.decided ${condition}
      order by v.local_date desc, v.pk desc limit ${sql.literal(limit)}) w
    where s.organization_id = ${organizationId} ${spot === null ? sql`` : sql`and s.pk = ${spot}`}
    order by w.local_date desc, w.pk desc limit ${sql.literal(limit)}`;
}

/** Visits of others that nobody else may take. */
const isFree = (sql: Sql, scope: OrganizationScope, now: Instant) => sql`
  not exists (select from desk_claims c
    where c.organization_id = ${scope.organizationId} and c.visit_pk = v.pk
      and c.person_pk <> ${scope.person.pk} and c.expires_at > ${now})`;

/** Others may take the same visit at the same moment; then the next one is tried. */
const maxTries = 5;

/**
 * Takes the next visit that waits and that nobody else is looking at, and releases what the person had before. Returns
 * its pk, or null if there is none.
 */
export function takeNext(
  scope: OrganizationScope,
  { spot, skipped, visit }: Choice,
  now: Instant,
): Promise<number | null> {
  const { organizationId, person } = scope;
  const expires_at = instant(now + claimMinutes * minuteMs);
  return scope.write(async (tx) => {
    await tx`
      delete from desk_claims where organization_id = ${organizationId} and person_pk = ${person.pk}`;
    const take = async (pk: number) => {
      const taken = await tx`
        insert into desk_claims as c (organization_id, visit_pk, person_pk, expires_at)
        select organization_id, pk, ${person.pk}, ${expires_at} from visits
        where organization_id = ${organizationId} and pk = ${pk} and reviewed_at is null
        on conflict (organization_id, visit_pk) do update
          set person_pk = excluded.person_pk, expires_at = excluded.expires_at
          where c.expires_at <= ${now}
        returning visit_pk`;
      return taken.length > 0;
    };
    if (visit !== undefined && (await take(visit))) return visit;
    for (let count = 0; count < maxTries; count++) {
      const condition = tx`
        and ${isFree(tx, scope, now)} and v.pk <> all (${[...skipped]}::bigint[])`;
      const [next] = await tx<
        { pk: number }[]
      >`${selectWaiting(tx, scope, spot, { now, condition, limit: 1 })}`;
      if (!next) return null;
      if (await take(next.pk)) return next.pk;
    }
    return null;
  });
}

/** How many visits wait for a person, up to a thousand. */
export async function countWaiting(
  scope: OrganizationScope,
  spot: number | null,
  now: Instant,
): Promise<number> {
  const [row] = await scope.read<{ count: number }[]>(
    (sql) => sql`
      select count(*) as count from (${selectWaiting(sql, scope, spot, { now, limit: maxWaiting })}) w`,
  );
  return must(row, 'count of waiting visits').count;
}

const selectVisit = (sql: Sql, organizationId: number, pk: number) => sql<DeskVisitRow[]>`
  select v.pk, v.plate, v.state, v.entrance_at, v.exit_at, v.entrance_image, v.exit_image,
    v.entrance_plate_image, v.exit_plate_image, v.outcome, v.uncollected, v.doubtful,
    json_build_object('pk', s.pk, 'name', s.name, 'timezone', s.timezone) as spot,
    exists (select from desk_decisions d where d.organization_id = ${organizationId} and d.visit_pk = v.pk
      and d.undone_at is null) as was_decided,
    (
      select coalesce(json_agg(json_build_object('pk', r.pk, 'camera_pk', r.camera_pk, 'camera', c.name,
        'direction', coalesce(r.direction, c.direction),
        'captured_at', floor(extract(epoch from coalesce(r.seen_at, r.captured_at)))::bigint,
        'plate', r.plate, 'state', r.state, 'confidence', r.confidence,
        'sureness', ${selectSureness(sql, 'r')},
        'candidates', coalesce(r.candidates, '[]'::jsonb)) order by coalesce(r.seen_at, r.captured_at), r.pk), '[]')
      from plate_reads r
      left join cameras c on c.organization_id = ${organizationId} and c.pk = r.camera_pk
      where r.organization_id = ${organizationId} and r.visit_pk = v.pk and not r.superseded) as readings
  from visits v
  join spots s on s.organization_id = ${organizationId} and s.pk = v.spot_pk
  where v.organization_id = ${organizationId} and v.pk = ${pk}`;

/** A visit with what cameras read of it. */
export async function readDeskVisit(scope: OrganizationScope, pk: number): Promise<DeskVisitRow> {
  const [row] = await scope.read((sql) => selectVisit(sql, scope.organizationId, pk));
  return must(row, 'visit at the desk');
}

interface LockedVisit {
  spot_pk: number;
  reviewed_at: Instant | null;
  verdict: Exclude<DeskVerdict, 'confirmed'> | null;
}

const lockVisit = async (tx: Tx, organizationId: number, pk: number): Promise<LockedVisit> => {
  const [visit] = await tx<LockedVisit[]>`
    select spot_pk, reviewed_at, verdict from visits
    where organization_id = ${organizationId} and pk = ${pk} for no key update`;
  return requireFound(visit, 'visit');
};

/** Sets what a person found, and has the visit decided again if that changes it. */
async function setVerdict(
  tx: Tx,
  { organizationId, pk, spot_pk }: { organizationId: number; pk: number; spot_pk: number },
  { verdict, reviewed_at }: { verdict: LockedVisit['verdict']; reviewed_at: Instant | null },
  { isDecidedAgain, now }: { isDecidedAgain: boolean; now: Instant },
): Promise<void> {
  await tx`
    update visits set verdict = ${verdict}, reviewed_at = ${reviewed_at}
      ${isDecidedAgain ? tx`, due_at = ${instant(0)}, decided = false` : tx``}
    where organization_id = ${organizationId} and pk = ${pk}`;
  if (isDecidedAgain) await queuePairing({ tx, organizationId }, [spot_pk], now);
}

const verdictNames = { confirmed: 'confirmed', misread: 'misread', not_customer: 'not a customer' };

/** Records a person's verdict about a visit. Returns the decision's pk; refused if somebody else decided first. */
export function decide(
  scope: OrganizationScope,
  pk: number,
  verdict: DeskVerdict,
  now: Instant,
): Promise<number> {
  const { organizationId, person } = scope;
  return scope.write(async (tx) => {
    const cameras = await lockCamerasOf(tx, organizationId, [pk]);
    const visit = await lockVisit(tx, organizationId, pk);
    const [other] = await tx`
      select from desk_claims where organization_id = ${organizationId} and visit_pk = ${pk}
        and person_pk <> ${person.pk} and expires_at > ${now}`;
    if (visit.reviewed_at !== null || other) throw new Refusal('conflict', deskMessages.decided);
    const [row] = await selectVisit(tx, organizationId, pk);
    const { plate, ...facts } = must(row, 'visit at the desk');
    const read: OrganizationScope['read'] = (query) => Promise.resolve(query(tx));
    const likely = await readLikelyPlate({ organizationId, read }, facts.readings);
    const suggested = suggestVerdict({ ...facts, likely }).verdict;
    const found = verdict === 'confirmed' ? null : verdict;
    await setVerdict(
      tx,
      { ...visit, organizationId, pk },
      { verdict: found, reviewed_at: now },
      {
        isDecidedAgain: found !== visit.verdict,
        now,
      },
    );
    const [decision] = await tx<{ pk: number }[]>`
      insert into desk_decisions (organization_id, visit_pk, person_pk, verdict, suggested, decided_at)
      values (${organizationId}, ${pk}, ${person.pk}, ${verdict}, ${suggested}, ${now}) returning pk`;
    const decisionPk = must(decision, 'decision').pk;
    await learn(tx, organizationId, { pk: decisionPk, visit_pk: pk, verdict, plate }, cameras);
    await tx`delete from desk_claims where organization_id = ${organizationId} and visit_pk = ${pk}`;
    await recordAuditEntry(tx, scope, now, {
      act: 'change',
      subject: 'visit',
      pk,
      after: { plate_desk: verdictNames[verdict] },
    });
    return decisionPk;
  });
}

/** Undoes the last decision about a visit; refused if it is older than a day, or not the last one. */
export function undo(
  scope: OrganizationScope,
  pk: number,
  decision: number,
  now: Instant,
): Promise<void> {
  const { organizationId } = scope;
  return scope.write(async (tx) => {
    await unlearn(tx, organizationId, decision);
    const visit = await lockVisit(tx, organizationId, pk);
    const [last] = await tx<{ pk: number; verdict: DeskVerdict }[]>`
      select pk, verdict from desk_decisions
      where organization_id = ${organizationId} and visit_pk = ${pk} and undone_at is null
        and decided_at > ${instant(now - dayMs)}
      order by pk desc limit 1`;
    if (last?.pk !== decision) throw new Refusal('conflict', deskMessages.undone);
    await tx`
      update desk_decisions set undone_at = ${now}
      where organization_id = ${organizationId} and pk = ${decision}`;
    await setVerdict(
      tx,
      { ...visit, organizationId, pk },
      { verdict: null, reviewed_at: null },
      {
        isDecidedAgain: visit.verdict !== null,
        now,
      },
    );
    await recordAuditEntry(tx, scope, now, {
      act: 'change',
      subject: 'visit',
      pk,
      before: { plate_desk: verdictNames[last.verdict] },
      after: { plate_desk: 'undone' },
    });
  });
}
