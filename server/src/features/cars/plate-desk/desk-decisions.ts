import type { DeskEffects, DeskFinding, DeskVerdict } from '@lotkeeper/contract/cars/plate-desk';
import { deskMessages, plainVerdicts } from '@lotkeeper/contract/cars/plate-desk';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { plateFold, plateKey } from '@lotkeeper/contract/kernel/plates';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Tx } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import type { Learned } from '../../../records/cars/camera-signs.ts';
import { addSigns } from '../../../records/cars/camera-signs.ts';
import { queuePairing } from '../../../records/cars/plate-reads.ts';
import type { FormerVisitOfRead, ReadCorrection } from '../../../records/cars/read-corrections.ts';
import { correctReads, takeBackCorrections } from '../../../records/cars/read-corrections.ts';
import { lockPairing } from '../../../records/cars/visits/pairing-lock.ts';
import type { Recorder } from '../../../records/recorder.ts';
import { openRecorder } from '../../../records/recorder.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import type { FormerDecision, Settling } from '../visits/public.ts';
import {
  longestStayMs,
  matchDecisions,
  pairFreshReads,
  readDecisions,
  readsAtOnce,
  settleProperty,
  settleUndone,
} from '../visits/public.ts';
import { compareMoney, readMoney, readVisits } from './desk-effects.ts';
import type { Lesson } from './learning.queries.ts';
import { learn } from './learning.queries.ts';
import { readDeskVisit } from './plate-desk.queries.ts';
import { isSameFinding, suggestFinding } from './suggestion.rules.ts';

interface LockedVisit {
  pk: number;
  spot_pk: number;
  reviewed_at: Instant | null;
  /** Its reads that count, oldest first. */
  reads: { pk: number; at: Instant }[];
}

const findProperty = async (tx: Tx, organizationId: number, pk: number): Promise<number> => {
  const [visit] = await tx<{ spot_pk: number }[]>`
    select spot_pk from visits where organization_id = ${organizationId} and pk = ${pk}`;
  return requireFound(visit, 'visit').spot_pk;
};

/** Locks visits of a property whose pairing is locked; without those that are elsewhere. */
async function lockVisits(
  { tx, organizationId }: Recorder,
  spotPk: number,
  pks: readonly number[],
): Promise<Map<number, LockedVisit>> {
  await tx`
    select from visits where organization_id = ${organizationId} and pk = any (${pks}::bigint[])
    order by pk for no key update`;
  const rows = await tx<LockedVisit[]>`
    select v.pk, v.spot_pk, v.reviewed_at, (
      select coalesce(json_agg(json_build_object('pk', r.pk,
        'at', floor(extract(epoch from coalesce(r.seen_at, r.captured_at)) * 1000)::bigint)
        order by coalesce(r.seen_at, r.captured_at), r.pk), '[]')
      from plate_reads r
      where r.organization_id = ${organizationId} and r.visit_pk = v.pk and not r.superseded) as reads
    from visits v
    where v.organization_id = ${organizationId} and v.pk = any (${pks}::bigint[]) and v.spot_pk = ${spotPk}`;
  return new Map(rows.map((row) => [row.pk, row]));
}

/** Whether somebody else is looking at a visit. */
async function isTaken(
  tx: Tx,
  { organizationId, person }: OrganizationScope,
  pk: number,
  now: Instant,
): Promise<boolean> {
  const claims = await tx`
    select from desk_claims where organization_id = ${organizationId} and visit_pk = ${pk}
      and person_pk <> ${person.pk} and expires_at > ${now}`;
  return claims.length > 0;
}

const refuseFinding = (field: string, message: string) =>
  new Refusal('invalid_fields', message, { [field]: message });

type Changes = Map<number, Partial<ReadCorrection>>;

const toChanges = (reads: LockedVisit['reads'], change: Partial<ReadCorrection>): Changes =>
  new Map(reads.map(({ pk }) => [pk, change]));

function splitReads({ reads }: LockedVisit, from: number): [Changes, Changes] {
  const start = reads.findIndex(({ pk }) => pk === from);
  if (start < 1) throw refuseFinding('from', deskMessages.split);
  return [toChanges(reads.slice(0, start), {}), toChanges(reads.slice(start), {})];
}

/** A read without a plate at a property, which no visit has; none if it isn't that any more. */
const lockUnread = ({ tx, organizationId }: Recorder, spotPk: number, pk: number) =>
  tx<LockedVisit['reads']>`
    select pk, floor(extract(epoch from coalesce(seen_at, captured_at)) * 1000)::bigint as at from plate_reads
    where organization_id = ${organizationId} and pk = ${pk} and spot_pk = ${spotPk} and plate_fold = ''
      and visit_pk is null and not superseded
    for no key update`;

const plainly: readonly DeskVerdict[] = plainVerdicts;

/** Reads that become one stay, refused if it would be longer than any. */
function joinReads(reads: LockedVisit['reads'], car: Partial<ReadCorrection>, field: string) {
  const times = reads.map(({ at }) => at);
  if (Math.max(...times) - Math.min(...times) > longestStayMs)
    throw refuseFinding(field, deskMessages.far);
  return toChanges(reads, car);
}

/** What a finding says about reads; empty if only about the visit. Refused if it can't be. */
function listChanges(
  finding: DeskFinding,
  { plate, state, ...visit }: LockedVisit & { plate: string; state: string | null },
  { other, unread }: { other: LockedVisit | undefined; unread: LockedVisit['reads'] },
  decision: number,
): Changes {
  if (plainly.includes(finding.verdict)) return new Map();
  if (visit.reads.length === 0) throw new Refusal('conflict', deskMessages.noReads);
  const stay = String(decision);
  if (finding.verdict === 'completed') {
    if (unread.length === 0) throw refuseFinding('read', deskMessages.unread);
    return joinReads([...visit.reads, ...unread], { plate, state, stay }, 'read');
  }
  if (finding.verdict === 'split') {
    const [first, second] = splitReads(visit, finding.from);
    for (const pk of first.keys()) first.set(pk, { stay: `${decision}-1` });
    for (const pk of second.keys()) second.set(pk, { stay: `${decision}-2` });
    return new Map([...first, ...second]);
  }
  if (!('plate' in finding)) return new Map();
  const car = { plate: finding.plate, state: finding.state };
  if (finding.verdict === 'corrected') return toChanges(visit.reads, car);
  if (!other?.reads.length) throw refuseFinding('other', deskMessages.other);
  return joinReads([...visit.reads, ...other.reads], { ...car, stay }, 'other');
}

/** The folds that a finding takes reads from, and the one that it gives them. */
async function listFolds(
  { tx, organizationId }: Recorder,
  finding: DeskFinding,
  reads: readonly number[],
): Promise<string[]> {
  const rows = await tx<{ plate_fold: string }[]>`
    select distinct plate_fold from plate_reads
    where organization_id = ${organizationId} and pk = any (${reads}::bigint[]) and plate_fold <> ''`;
  const given = 'plate' in finding ? [plateFold(plateKey(finding.plate))] : [];
  return [...new Set([...rows.map(({ plate_fold }) => plate_fold), ...given])];
}

/** The visits at a property with reads of some folds, which a correction may change. */
const listVisitsOf = async (
  { tx, organizationId }: Recorder,
  spotPk: number,
  folds: readonly string[],
): Promise<number[]> => {
  const rows = await tx<{ visit_pk: number }[]>`
    select distinct visit_pk from plate_reads
    where organization_id = ${organizationId} and spot_pk = ${spotPk}
      and plate_fold = any (${folds}::text[]) and visit_pk is not null`;
  return rows.map(({ visit_pk }) => visit_pk);
};

const listVisitsWith = async (
  { tx, organizationId }: Recorder,
  reads: readonly number[],
): Promise<number[]> => {
  const rows = await tx<{ visit_pk: number }[]>`
    select distinct visit_pk from plate_reads
    where organization_id = ${organizationId} and pk = any (${reads}::bigint[]) and visit_pk is not null`;
  return rows.map(({ visit_pk }) => visit_pk);
};

/** Says what people found of visits, and has them decided again. */
async function setVerdict(
  { tx, organizationId }: Recorder,
  pks: readonly number[],
  {
    verdict,
    reviewed_at,
  }: { verdict: 'misread' | 'not_customer' | null; reviewed_at: Instant | null },
): Promise<void> {
  await tx`
    update visits set verdict = ${verdict}, reviewed_at = ${reviewed_at}, due_at = ${instant(0)}, decided = false
    where organization_id = ${organizationId} and pk = any (${pks}::bigint[])`;
}

/** Pairs the reads of a property whose pairing is locked, until none is left. Returns visits that stay without reads. */
async function pairAll(recorder: Recorder, spotPk: number): Promise<number[]> {
  const visits: number[] = [];
  for (let isMore = true; isMore; ) {
    const { more, empty } = await pairFreshReads(recorder, spotPk, readsAtOnce);
    visits.push(...empty);
    isMore = more;
  }
  return visits;
}

/** Visits whose reads all went to others, and that stay because money depends on them, never were a car. */
async function dismissEmpty(
  recorder: Recorder,
  pks: readonly number[],
  now: Instant,
): Promise<void> {
  const { tx, organizationId } = recorder;
  const empty = await tx<{ pk: number }[]>`
    select pk from visits v
    where v.organization_id = ${organizationId} and v.pk = any (${pks}::bigint[]) and not exists (
      select from plate_reads r where r.organization_id = ${organizationId} and r.visit_pk = v.pk)`;
  await setVerdict(
    recorder,
    empty.map(({ pk }) => pk),
    { verdict: 'misread', reviewed_at: now },
  );
}

/**
 * Applies a finding to a visit, the other one of a join, and their reads. Returns the visits that it is about then.
 */
async function applyFinding(
  recorder: Recorder,
  finding: DeskFinding,
  {
    pks,
    spotPk,
    changes,
    decision,
  }: {
    pks: readonly number[];
    spotPk: number;
    changes: Changes;
    decision: number;
  },
  now: Instant,
): Promise<number[]> {
  const { verdict } = finding;
  const found = verdict === 'misread' || verdict === 'not_customer' ? verdict : null;
  await setVerdict(recorder, pks, { verdict: found, reviewed_at: now });
  if (changes.size === 0) return [...pks];
  await correctReads(recorder, changes, decision);
  const empty = await pairAll(recorder, spotPk);
  const visits = await listVisitsWith(recorder, [...changes.keys()]);
  await setVerdict(recorder, visits, { verdict: null, reviewed_at: now });
  await dismissEmpty(recorder, [...pks, ...empty], now);
  return visits;
}

/**
 * Decides the visits that are due. More than one round could wait for the rollups that another transaction holds, so the
 * rest is left to a job.
 */
async function settleOnce(recorder: Recorder, spotPk: number, now: Instant, settling: Settling) {
  const { more } =
    settling === 'at once' ? await settleProperty(recorder, spotPk, now) : { more: true };
  if (more) await queuePairing(recorder, [spotPk], now);
}

const verdictNames: Record<DeskVerdict, string> = {
  confirmed: 'confirmed',
  misread: 'misread',
  not_customer: 'not a customer',
  corrected: 'plate corrected',
  joined: 'joined with another visit',
  split: 'split into two visits',
  completed: 'found among cars whose plate wasn’t read',
};

/** The property of a visit, locked for the transaction, and a recorder. */
async function openProperty(tx: Tx, { organizationId }: OrganizationScope, spotPk: number) {
  await lockPairing(tx, spotPk);
  return openRecorder(tx, organizationId, [spotPk]);
}

interface Decided {
  decision: number;
  effects: DeskEffects;
  spotPk: number;
  lesson: Lesson;
}

async function decideIn(
  tx: Tx,
  scope: OrganizationScope,
  {
    pk,
    finding,
    now,
    settle,
  }: {
    pk: number;
    finding: DeskFinding;
    now: Instant;
    settle: (recorder: Recorder, spotPk: number) => Promise<void>;
  },
): Promise<Decided> {
  const { organizationId, person } = scope;
  const spotPk = await findProperty(tx, organizationId, pk);
  const recorder = await openProperty(tx, scope, spotPk);
  const otherPk = finding.verdict === 'joined' ? finding.other : null;
  const pks = otherPk === null ? [pk] : [pk, otherPk];
  const locked = await lockVisits(recorder, spotPk, pks);
  const visit = requireFound(locked.get(pk), 'visit');
  if (visit.reviewed_at !== null || (await isTaken(tx, scope, pk, now))) {
    throw new Refusal('conflict', deskMessages.decided);
  }
  if (otherPk !== null) {
    if (otherPk === pk || !locked.has(otherPk)) throw refuseFinding('other', deskMessages.other);
    if (await isTaken(tx, scope, otherPk, now))
      throw new Refusal('conflict', deskMessages.otherTaken);
  }
  const row = await readDeskVisit({ organizationId, read: async (query) => query(tx) }, pk);
  const suggested = suggestFinding(row).finding;
  const [inserted] = await tx<{ pk: number }[]>`
    insert into desk_decisions (organization_id, visit_pk, person_pk, verdict, suggested, accepted, decided_at)
    values (${organizationId}, ${pk}, ${person.pk}, ${finding.verdict}, ${suggested?.verdict ?? 'none'},
      ${suggested && isSameFinding(finding, suggested)}, ${now}) returning pk`;
  const decision = must(inserted, 'decision').pk;
  const unread =
    finding.verdict === 'completed' ? await lockUnread(recorder, spotPk, finding.read) : [];
  const { plate, state } = row;
  const halves = { other: locked.get(otherPk ?? 0), unread };
  const changes = listChanges(finding, { ...visit, plate, state }, halves, decision);
  const folds = await listFolds(recorder, finding, [...changes.keys()]);
  const alike = await listVisitsOf(recorder, spotPk, folds);
  const formerDecisions = await readDecisions(
    recorder,
    spotPk,
    { pk, alike: [...pks, ...alike] },
    now,
  );
  await tx`
    update desk_decisions set reads = ${[...changes.keys()]}::bigint[],
      learned = ${JSON.stringify({ former: formerDecisions } satisfies Kept)}::text::jsonb
    where organization_id = ${organizationId} and pk = ${decision}`;
  const names = (await readVisits(recorder, [...pks, ...alike])).map(({ name }) => name);
  const before = await readMoney(recorder, names);
  const visits = await applyFinding(recorder, finding, { pks, spotPk, changes, decision }, now);
  await settle(recorder, spotPk);
  const after = await readVisits(recorder, visits);
  const beside = await readVisits(recorder, await listVisitsOf(recorder, spotPk, folds));
  const allNames = [...new Set([...names, ...[...after, ...beside].map(({ name }) => name)])];
  const effects = compareMoney(after, before, await readMoney(recorder, allNames));
  await tx`
    delete from desk_claims where organization_id = ${organizationId} and visit_pk = any (${pks}::bigint[])`;
  await recordAuditEntry(tx, scope, now, {
    act: 'change',
    subject: 'visit',
    pk,
    after: { plate_desk: verdictNames[finding.verdict] },
  });
  const lesson = {
    decision,
    verdict: finding.verdict,
    plate,
    reads: [...visit.reads.map((read) => read.pk), ...changes.keys()],
    corrections: changes,
  };
  return { decision, effects, spotPk, lesson };
}

/**
 * Records what a person found out about a visit, and what follows from it, in one transaction. Refused if somebody else
 * decided first.
 */
export const decide = (
  scope: OrganizationScope,
  pk: number,
  finding: DeskFinding,
  { now, settling }: { now: Instant; settling: Settling },
): Promise<Omit<Decided, 'lesson'>> =>
  scope.write(async (tx) => {
    const { lesson, ...decided } = await decideIn(tx, scope, {
      pk,
      finding,
      now,
      settle: (recorder, spotPk) => settleOnce(recorder, spotPk, now, settling),
    });
    await learn(tx, scope.organizationId, lesson);
    return decided;
  });

/** Ends the transaction of a preview, so that nothing of it remains. */
class PreviewDone extends Error {
  readonly effects: DeskEffects;

  constructor(effects: DeskEffects) {
    super('A preview changes nothing.');
    this.effects = effects;
  }
}

/** Rounds of settling to look ahead: where rentals start, refunds follow in the next. */
const previewRounds = 3;

/**
 * What a decision would change: it is made, and rolled back. It gives up its locks before another transaction could be
 * ended for them.
 */
export async function preview(
  scope: OrganizationScope,
  pk: number,
  finding: DeskFinding,
  now: Instant,
): Promise<DeskEffects> {
  const settle = async (recorder: Recorder, spotPk: number) => {
    for (let round = 0; round < previewRounds; round += 1) {
      if (!(await settleProperty(recorder, spotPk, now)).more) return;
    }
  };
  try {
    return await scope.write(async (tx) => {
      await tx`set local lock_timeout = '500ms'`;
      const { effects } = await decideIn(tx, scope, { pk, finding, now, settle });
      throw new PreviewDone(effects);
    });
  } catch (error) {
    if (error instanceof PreviewDone) return error.effects;
    throw error;
  }
}

interface Undone {
  /** The visit that waits again. */
  visit: number;
  spotPk: number;
}

/** What a decision keeps so that undoing it gives that back; without `former` if it was made before that was kept. */
type Kept = Partial<Learned> & { former?: FormerDecision[] };

interface LastDecision {
  pk: number;
  verdict: DeskVerdict;
  reads: number[];
  learned: Kept | null;
}

/** The newest decision about a visit, if it isn't older than a day. */
const readLastDecision = (tx: Tx, organizationId: number, visitPk: number, now: Instant) =>
  tx<LastDecision[]>`
    select pk, verdict, reads, learned from desk_decisions
    where organization_id = ${organizationId} and visit_pk = ${visitPk} and undone_at is null
      and decided_at > ${instant(now - dayMs)}
    order by pk desc limit 1`;

/** Undoes the last decision about a visit; refused if it is older than a day, or not the last one. */
export function undo(
  scope: OrganizationScope,
  { pk, decision }: { pk: number; decision: number },
  { now, settling }: { now: Instant; settling: Settling },
): Promise<Undone> {
  const { organizationId } = scope;
  return scope.write(async (tx) => {
    const readLast = () => readLastDecision(tx, organizationId, pk, now);
    const [before] = await readLast();
    if (before?.pk !== decision) throw new Refusal('conflict', deskMessages.undone);
    const [first] = before.reads;
    const spotPk =
      first === undefined
        ? await findProperty(tx, organizationId, pk)
        : await findPropertyOfRead(tx, organizationId, first);
    const recorder = await openProperty(tx, scope, spotPk);
    // Who decides, undoes or deletes locks the property first, so this is the last one until the end.
    const [last] = await readLast();
    const isLast =
      last?.pk === decision &&
      !(await isDecidedAgain(recorder, last.reads, decision)) &&
      !(await isUsedSince(recorder, { pk, reads: last.reads, decision }, now));
    if (!isLast) {
      throw new Refusal('conflict', deskMessages.undone);
    }
    await tx`
      update desk_decisions set undone_at = ${now}
      where organization_id = ${organizationId} and pk = ${decision}`;
    if (last.learned) await addSigns(tx, organizationId, last.learned, -1);
    const joined = await listVisitsWith(recorder, last.reads);
    const formerVisits = await takeBackCorrections(recorder, last.reads, decision);
    const empty = await pairAll(recorder, spotPk);
    await followVisits(recorder, formerVisits);
    const visits = [pk, ...joined, ...(await listVisitsWith(recorder, last.reads))];
    const [visit = pk] = first === undefined ? [pk] : await listVisitsWith(recorder, [first]);
    const formerDecisions = await matchDecisions(recorder, spotPk, last.learned?.former ?? []);
    await restoreVerdicts(recorder, { pks: visits, former: formerDecisions, waiting: visit });
    if (first !== undefined) await dismissEmpty(recorder, [...visits, ...empty], now);
    await settleUndone(recorder, spotPk, formerDecisions, now);
    await settleOnce(recorder, spotPk, now, settling);
    await recordAuditEntry(tx, scope, now, {
      act: 'change',
      subject: 'visit',
      pk,
      before: { plate_desk: verdictNames[last.verdict] },
      after: { plate_desk: 'undone' },
    });
    return { visit, spotPk };
  });
}

const findPropertyOfRead = async (tx: Tx, organizationId: number, pk: number): Promise<number> => {
  const [read] = await tx<{ spot_pk: number }[]>`
    select spot_pk from plate_reads where organization_id = ${organizationId} and pk = ${pk}`;
  if (!read) throw new Refusal('conflict', deskMessages.undone);
  return read.spot_pk;
};

/** Whether reads were corrected again, or deleted, since a decision. */
async function isDecidedAgain(
  { tx, organizationId }: Recorder,
  reads: readonly number[],
  decision: number,
): Promise<boolean> {
  const rows = await tx`
    select from plate_reads
    where organization_id = ${organizationId} and pk = any (${reads}::bigint[])
      and (corrections->-1->>'decision')::bigint = ${decision}`;
  return rows.length < reads.length;
}

/** Whether a visit was joined with another since a decision, or somebody decided about what came of its reads. */
async function isUsedSince(
  { tx, organizationId }: Recorder,
  { pk, reads, decision }: { pk: number; reads: readonly number[]; decision: number },
  now: Instant,
): Promise<boolean> {
  const rows = await tx`
    select from desk_decisions d
    where d.organization_id = ${organizationId} and d.undone_at is null and d.pk > ${decision}
      and d.decided_at > ${instant(now - dayMs)}
      and (
        exists (
          select from plate_reads r
          where r.organization_id = ${organizationId} and r.pk = any (${reads}::bigint[]) and r.visit_pk = d.visit_pk)
        or exists (
          select from plate_reads r
          where r.organization_id = ${organizationId} and r.pk = any (d.reads)
            and r.corrections @> jsonb_build_array(jsonb_build_object('decision', d.pk, 'visit', ${pk}::bigint))))
    limit 1`;
  return rows.length > 0;
}

/** Decisions about visits that were removed meanwhile are about those that their reads belong to again. */
async function followVisits(
  { tx, organizationId }: Recorder,
  formerVisits: readonly FormerVisitOfRead[],
): Promise<void> {
  await tx`
    update desk_decisions d set visit_pk = n.visit_pk
    from (
      select distinct on (f.visit) f.visit, r.visit_pk
      from json_to_recordset(${JSON.stringify(formerVisits)}::text::json) f(pk bigint, visit bigint)
      join plate_reads r on r.organization_id = ${organizationId} and r.pk = f.pk
      where r.visit_pk is not null and not exists (
        select from visits v where v.organization_id = ${organizationId} and v.pk = f.visit)
      order by f.visit, f.pk) n
    where d.organization_id = ${organizationId} and d.visit_pk = n.visit`;
}

/** Visits are again what the last decision about each says, and have it decided again; those that waited wait again. */
async function restoreVerdicts(
  { tx, organizationId }: Recorder,
  {
    pks,
    former: formerDecisions,
    waiting,
  }: { pks: readonly number[]; former: readonly FormerDecision[]; waiting: number },
): Promise<void> {
  const waited = formerDecisions.flatMap(({ pk, isReviewed }) => (isReviewed ? [] : pk));
  const all = [...new Set([...pks, ...formerDecisions.map(({ pk }) => pk)])];
  await tx`
    update visits v
    set verdict = case when d.verdict in ('misread', 'not_customer') then d.verdict end,
      reviewed_at = case when v.pk <> all (${[waiting, ...waited]}::bigint[]) then d.decided_at end, due_at = ${instant(0)}, decided = false
    from unnest(${all}::bigint[]) p(pk)
    left join lateral (
      select verdict, decided_at from desk_decisions
      where organization_id = ${organizationId} and visit_pk = p.pk and undone_at is null
      order by pk desc limit 1) d on true
    where v.organization_id = ${organizationId} and v.pk = p.pk`;
}
