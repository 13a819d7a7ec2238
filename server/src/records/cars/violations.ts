import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { Recorded, Recorder, RecordReader, Sourced } from '../recorder.ts';
import { changeRows, insertSourced, listOutcomes, timestampCell } from '../recorder.ts';
import { queueVisitCounts } from './visits/visit-counts.ts';

/** A penalty notice; the money it brings in is a ledger entry of its own. */
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
  /** What the cameras saw, and the rule and price that were in force. */
  evidence?: object | null;
}

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
  return listOutcomes(recorder, 'violations', violations, inserted);
}

/** What a violation is for, as cameras and people know it now. */
export interface ViolationChange {
  pk: number;
  plate: string;
  state: string | null;
  evidence: object;
}

/** Updates what violations are for. */
export const changeViolations = (
  recorder: Recorder,
  violations: readonly ViolationChange[],
): Promise<void> =>
  changeRows(
    recorder,
    'violations',
    violations.map((violation) => ({ ...violation, plate_key: plateKey(violation.plate) })),
  );

/**
 * Locks violations in the order of their codes, like the code that pays them. Call before any of them is changed, and
 * before anything that writes the ledger.
 */
export async function lockViolations(
  { tx, organizationId }: RecordReader,
  pks: readonly number[],
): Promise<void> {
  if (pks.length === 0) return;
  await tx`
    select pk from violations where organization_id = ${organizationId} and pk = any (${pks}::bigint[])
    order by code for no key update`;
}

/** Waives violations that aren't paid or waived yet. */
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

/** Reinstates waived violations, except those that a person waived. */
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

type ViolationStatus = 'Created' | 'Paid' | 'Waived';

/**
 * Waives a property's open violation for a person; it then stays waived. Returns its pk and previous status, which
 * isn't 'Created' if there was nothing left to waive; null = the violation doesn't exist.
 */
export async function waiveByPerson(
  recorder: Recorder,
  violation: { uuid: string; spot_pk: number },
  waiver: { person: number; reason: string },
  at: Instant,
): Promise<{ pk: number; before: ViolationStatus } | null> {
  const { tx, organizationId } = recorder;
  const [found] = await tx<{ pk: number; status: ViolationStatus; visit_pk: number | null }[]>`
    select pk, status, visit_pk from violations
    where organization_id = ${organizationId} and spot_pk = ${violation.spot_pk} and uuid = ${violation.uuid}
    for no key update`;
  if (!found) return null;
  if (found.status === 'Created') {
    await tx`
      update violations set status = 'Waived', waived_reason = ${waiver.reason}, waived_by = ${waiver.person},
        waived_at = ${at}
      where organization_id = ${organizationId} and pk = ${found.pk}`;
    await queueVisitCounts(recorder, [found.visit_pk]);
  }
  return { pk: found.pk, before: found.status };
}

/** Lowers what an open violation costs; the caller has locked it. */
export async function reduceViolation(
  { tx, organizationId }: Recorder,
  pk: number,
  amount: Cents,
): Promise<void> {
  await tx`
    update violations set amount = ${amount}
    where organization_id = ${organizationId} and pk = ${pk} and status = 'Created' and amount > ${amount}`;
}
