import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { VisitInput } from './happenings.ts';
import type { NewRow, Recorder } from './recorder.ts';
import { timestampCell } from './recorder.ts';

/** Sets columns of rows by their pk. All rows set the same columns. */
async function changeRows(
  { tx, organizationId }: Recorder,
  table: 'visits' | 'violations' | 'rentals',
  rows: readonly (NewRow & { pk: number })[],
): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const columns = Object.keys(first).filter((name) => name !== 'pk');
  await tx`
    update ${tx.identifier(table)} t set ${tx.unsafe(columns.map((name) => `${name} = c.${name}`).join(', '))}
    from json_populate_recordset(null::${tx.identifier(table)}, ${JSON.stringify(rows)}::text::json) c
    where t.organization_id = ${organizationId} and t.pk = c.pk`;
}

/** What the cameras saw of a visit. */
export type SeenVisit = Pick<VisitInput, 'plate' | 'state' | 'entrance_at' | 'exit_at'> &
  Required<
    Pick<
      VisitInput,
      | 'entrance_image'
      | 'exit_image'
      | 'entrance_plate_image'
      | 'exit_plate_image'
      | 'doubtful'
      | 'exit_missed'
    >
  >;

/** Corrects what the cameras saw of visits; their status must then be decided again. */
export async function changeSeen(
  recorder: Recorder,
  visits: readonly (SeenVisit & { pk: number; due_at: Instant | null })[],
): Promise<void> {
  const rows = visits.map((visit) => ({
    ...visit,
    entrance_at: timestampCell(visit.entrance_at),
    exit_at: timestampCell(visit.exit_at),
    due_at: timestampCell(visit.due_at),
    decided: visit.due_at === null,
  }));
  await changeRows(recorder, 'visits', rows);
}

/** What a visit came to. */
export interface VisitDecision {
  pk: number;
  status: VisitInput['status'];
  decided: boolean;
  due_at: Instant | null;
  rental_pk: number | null;
  car_pk: number | null;
  state: string | null;
  doubtful: boolean;
  /** What enforcement charged by. */
  rate: object | null;
}

/** Writes what visits came to. */
export async function decideVisits(
  recorder: Recorder,
  decisions: readonly VisitDecision[],
): Promise<void> {
  const rows = decisions.map((decision) => ({
    ...decision,
    due_at: timestampCell(decision.due_at),
  }));
  await changeRows(recorder, 'visits', rows);
}

/** Takes away visits that became part of others. None of their reads may name them any more. */
export async function removeVisits(
  { tx, organizationId }: Recorder,
  pks: readonly number[],
): Promise<void> {
  if (pks.length === 0) return;
  await tx`delete from visits where organization_id = ${organizationId} and pk = any (${pks}::bigint[])`;
}

/**
 * Says which visit each read belongs to, none for null, and that the visits take it into account. The time that a
 * read is taken for the first time stays.
 */
export async function claimReads(
  { tx, organizationId }: Recorder,
  reads: readonly { pk: number; visit_pk: number | null; seen_at: Instant | null }[],
): Promise<void> {
  const rows = reads.map((read) => ({ ...read, seen_at: timestampCell(read.seen_at) }));
  await tx`
    update plate_reads r set visit_pk = c.visit_pk, paired = true, seen_at = coalesce(r.seen_at, c.seen_at)
    from json_populate_recordset(null::plate_reads, ${JSON.stringify(rows)}::text::json) c
    where r.organization_id = ${organizationId} and r.pk = c.pk`;
}

/** Brings the evidence of violations up to date. */
export const changeEvidence = (
  recorder: Recorder,
  violations: readonly { pk: number; evidence: object }[],
): Promise<void> => changeRows(recorder, 'violations', violations);

/**
 * Locks violations in the order of their codes, like the code that pays them. Call before any of them is changed,
 * and before anything that writes the ledger.
 */
export async function lockViolations(
  { tx, organizationId }: Recorder,
  pks: readonly number[],
): Promise<void> {
  if (pks.length === 0) return;
  await tx`
    select pk from violations where organization_id = ${organizationId} and pk = any (${pks}::bigint[])
    order by code for no key update`;
}

/** Waives violations that nobody has paid or waived yet. */
export async function waiveViolations(
  { tx, organizationId }: Recorder,
  violations: readonly { pk: number; reason: string }[],
  at: Instant,
): Promise<void> {
  if (violations.length === 0) return;
  await tx`
    update violations v set status = 'Waived', waived_reason = g.reason, waived_at = ${at}
    from json_to_recordset(${JSON.stringify(violations)}::text::json) g(pk bigint, reason text)
    where v.organization_id = ${organizationId} and v.pk = g.pk and v.status = 'Created'`;
}

/** Lets violations stand again that no person waived. */
export async function reinstateViolations(
  { tx, organizationId }: Recorder,
  pks: readonly number[],
): Promise<void> {
  if (pks.length === 0) return;
  await tx`
    update violations set status = 'Created', waived_reason = null, waived_at = null
    where organization_id = ${organizationId} and pk = any (${pks}::bigint[])
      and status = 'Waived' and waived_by is null`;
}

/** Sets the ends of rentals that enforcement started; call before anything that writes the ledger. */
export async function endAutomaticRentals(
  recorder: Recorder,
  rentals: readonly { pk: number; end_date: Instant | null }[],
): Promise<void> {
  if (rentals.length === 0) return;
  const { tx, organizationId } = recorder;
  await tx`
    select pk from rentals
    where organization_id = ${organizationId} and pk = any (${rentals.map(({ pk }) => pk)}::bigint[])
    order by source, external_id for no key update`;
  const rows = rentals.map(({ pk, end_date }) => ({ pk, end_date: timestampCell(end_date) }));
  await changeRows(recorder, 'rentals', rows);
}

type ViolationStatus = 'Created' | 'Paid' | 'Waived';

/**
 * Waives an open violation of a property for a person: what a person waived stays waived. Returns its code and status
 * before, which is another than 'Created' where nothing was left to waive; null = there is no such violation.
 */
export async function waiveByPerson(
  { tx, organizationId }: Recorder,
  violation: { uuid: string; spot_pk: number },
  waiver: { person: number; reason: string },
  at: Instant,
): Promise<{ code: string; before: ViolationStatus } | null> {
  const [found] = await tx<{ pk: number; code: string; status: ViolationStatus }[]>`
    select pk, code, status from violations
    where organization_id = ${organizationId} and spot_pk = ${violation.spot_pk} and uuid = ${violation.uuid}
    for no key update`;
  if (!found) return null;
  if (found.status === 'Created') {
    await tx`
      update violations set status = 'Waived', waived_reason = ${waiver.reason}, waived_by = ${waiver.person},
        waived_at = ${at}
      where organization_id = ${organizationId} and pk = ${found.pk}`;
  }
  return { code: found.code, before: found.status };
}
