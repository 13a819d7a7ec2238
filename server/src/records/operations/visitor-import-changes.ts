import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Sql } from '../../kernel/data/database.ts';
import type { Recorder } from '../recorder.ts';

/** An import that is recording visitors; they count as changed at its start. */
export interface RecordingImport {
  pk: number;
  spot_pk: number;
  started_at: Instant;
}

/**
 * The visitors of the cars in `wanted` as an import is about to find them, locked in the order that all writers use. The
 * range and its order, which say no more than `car_pk = w.car_pk`, keep the planner to an index by car: while an import
 * fills the table, statistics say nothing of the property, and it would read all of its visitors for each car.
 */
export const lockPreviousValues = (
  { tx, organizationId }: Pick<Recorder, 'tx' | 'organizationId'>,
  { spot_pk }: Pick<RecordingImport, 'spot_pk'>,
) => tx`
  select v.* from (select car_pk from wanted order by car_pk) w
  cross join lateral (
    select pk, name, phone, validation_source, is_always_valid, during_events, valid_until, asked_at, updated_at
    from visitors
    where organization_id = ${organizationId} and spot_pk = ${spot_pk}
      and car_pk between w.car_pk and w.car_pk and deleted_at is null
    order by car_pk limit 1 for update) v`;

/**
 * Saves what an undo needs, in the statement that writes the visitors in `kept`: which ones the import added, and the
 * values in `before` of the others. One that another writer added in the meantime is marked as unknown. For a visitor
 * that an earlier row of the import wrote, the values from before that row are kept, unless another writer changed it
 * since.
 */
export const keepPreviousValues = (
  { tx, organizationId }: Pick<Recorder, 'tx' | 'organizationId'>,
  { pk, started_at }: RecordingImport,
) => tx`
  insert into visitor_import_changes as c (organization_id, import_pk, visitor_pk, kind, name, phone,
    validation_source, is_always_valid, during_events, valid_until, asked_at, updated_at)
  select ${organizationId}, ${pk}, r.* from (
    select pk, 'updated', name, phone, validation_source, is_always_valid, during_events, valid_until, asked_at,
      updated_at
    from before
    union all
    select pk, case when added then 'added' else 'unknown' end, null, null, null, null, null, null, null, null
    from kept where added or pk not in (select pk from before)) r
  on conflict (organization_id, import_pk, visitor_pk) do update set
    kind = case when excluded.updated_at = ${started_at} then c.kind else 'unknown' end`;

/** Visitors that one statement of an undo reverts. */
const usualUndoneAtOnce = 2000;

/** The outcome for visitors when their import was undone. */
export interface UndoneVisitors {
  removed: number;
  restored: number;
  /** Changed or deleted after the import, and left as they are. */
  kept: number;
}

/** Locks the next visitors of an import, in the order that all writers use; returns their pks. */
async function lockNextVisitors(
  { tx, organizationId }: Recorder,
  importPk: number,
  atMost: number,
) {
  const next = await tx<{ visitor_pk: number }[]>`
    select visitor_pk from visitor_import_changes
    where organization_id = ${organizationId} and import_pk = ${importPk}
    order by visitor_pk limit ${tx.literal(atMost)}`;
  const pks = next.map(({ visitor_pk }) => visitor_pk);
  await tx`
    select pk from visitors where organization_id = ${organizationId} and pk = any (${pks}::bigint[])
    order by spot_pk, car_pk for update`;
  return pks;
}

/**
 * A visitor `v` for each row `c` of visitor_import_changes, found by its key: right after an import, neither table has
 * statistics, and `offset 0` keeps the planner from reversing the join.
 */
const visitorOfChange = (sql: Sql, organizationId: number) => sql`
  lateral (
    select pk, car_pk, deleted_at, updated_at from visitors
    where organization_id = ${organizationId} and pk = c.visitor_pk offset 0) v`;

/**
 * Undoes the next visitors of an import: removes those it added and restores the others. Deletes the rows it has
 * undone, so it can be called until nothing is left; then it returns null.
 */
export async function undoNextVisitors(
  recorder: Recorder,
  visitorImport: RecordingImport & { code_pk: number },
  at: Instant,
  atMost: number = usualUndoneAtOnce,
): Promise<UndoneVisitors | null> {
  const { pk, spot_pk, started_at, code_pk } = visitorImport;
  const pks = await lockNextVisitors(recorder, pk, atMost);
  if (pks.length === 0) return null;
  const last = pks.at(-1) ?? 0;
  const { tx, organizationId } = recorder;
  // `is not distinct from` keeps the planner from the index on code_pk, since all sessions of the import have that
  // code.
  const [counts] = await tx<[{ removed: number; restored: number }]>`
    with held as materialized (
      select v.pk, v.car_pk, c.kind, c.name, c.phone, c.validation_source, c.is_always_valid,
        c.during_events, c.valid_until, c.asked_at, c.updated_at
      from visitor_import_changes c cross join ${visitorOfChange(tx, organizationId)}
      where c.organization_id = ${organizationId} and c.import_pk = ${pk} and c.visitor_pk <= ${last}
        and c.kind <> 'unknown' and v.deleted_at is null and v.updated_at = ${started_at}
    ), written as (
      update visitors v set
        deleted_at = case when h.kind = 'added' then ${at}::timestamptz end,
        name = h.name, phone = h.phone, asked_at = h.asked_at,
        validation_source = coalesce(h.validation_source, v.validation_source),
        is_always_valid = coalesce(h.is_always_valid, v.is_always_valid),
        during_events = coalesce(h.during_events, v.during_events),
        valid_until = case when h.kind = 'added' then v.valid_until else h.valid_until end,
        updated_at = coalesce(h.updated_at, v.updated_at)
      from held h
      where v.organization_id = ${organizationId} and v.pk = h.pk
    ), ended as (
      update visitor_sessions s set ended_at = ${at} from held h
      where s.organization_id = ${organizationId} and s.visitor_pk = h.pk
        and s.code_pk is not distinct from ${code_pk}::bigint
        and s.starts_at = ${started_at} and s.ended_at is null
    ), visits_to_check as materialized (
      select t.pk from held h
      join visits t on t.organization_id = ${organizationId} and t.spot_pk = ${spot_pk}
        and t.car_pk = h.car_pk and t.due_at > ${at}
      order by t.pk for update of t
    ), checked as (
      update visits t set due_at = ${at} from visits_to_check c
      where t.organization_id = ${organizationId} and t.pk = c.pk
    ), gone as (
      delete from visitor_import_changes
      where organization_id = ${organizationId} and import_pk = ${pk}
        and visitor_pk <= ${last}
    )
    select count(*) filter (where kind = 'added')::int as removed,
      count(*) filter (where kind = 'updated')::int as restored
    from held`;
  return { ...counts, kept: pks.length - counts.removed - counts.restored };
}
