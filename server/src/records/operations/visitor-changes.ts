import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import { kioskRules } from '@lotkeeper/contract/operations/kiosks';
import type { CarInput } from '../cars.ts';
import { carKey, ensureCars } from '../cars.ts';
import type { Recorder } from '../recorder.ts';
import type { VisitorGrant, VisitorInput } from './visitors.ts';
import { isOver, summarizeGrants, toSession } from './visitors.ts';

/** A visitor by its pk at a property. */
export interface VisitorKey {
  pk: number;
  spot_pk: number;
}

/** The changes to a visitor; undefined fields stay. */
export interface VisitorChange {
  car?: CarInput | undefined;
  name?: string | null | undefined;
  phone?: string | null | undefined;
  /** These replace everything that was granted before. */
  grants?: readonly VisitorGrant[] | undefined;
}

async function insertSessions(
  { tx, organizationId }: Recorder,
  pk: number,
  grants: readonly VisitorGrant[],
  at: Instant,
): Promise<void> {
  for (const grant of grants) {
    const row = { organization_id: organizationId, visitor_pk: pk, ...toSession(grant, at) };
    await tx`insert into visitor_sessions ${tx.values(row)}`;
  }
}

/** Ends what a visitor currently holds. */
const takeBack = ({ tx, organizationId }: Recorder, pk: number, at: Instant) => tx`
  update visitor_sessions set ended_at = ${at}
  where organization_id = ${organizationId} and visitor_pk = ${pk} and ended_at is null
    and (ends_at is null or ends_at > ${at})`;

/** Queues the visits of a car for another decision: what gave it the right to stay may be gone. */
const queueVisits = ({ tx, organizationId }: Recorder, visitor: VisitorKey, at: Instant) => tx`
  update visits v set due_at = ${at} from visitors o
  where o.organization_id = ${organizationId} and o.pk = ${visitor.pk}
    and v.organization_id = ${organizationId} and v.spot_pk = ${visitor.spot_pk} and v.due_at > ${at}
    and v.car_pk = o.car_pk`;

/** Changes a visitor: `missing` = it doesn't exist, `taken` = another visitor of the property has that car. */
export async function changeVisitor(
  recorder: Recorder,
  visitor: VisitorKey,
  change: VisitorChange,
  at: Instant,
): Promise<'changed' | 'missing' | 'taken'> {
  const { tx, organizationId } = recorder;
  const { car, name, phone, grants } = change;
  const cars = await ensureCars(recorder, car ? [car] : []);
  const car_pk = car ? cars.get(carKey(car)) : undefined;
  const rows = await tx<{ pk: number; is_over: boolean }[]>`
    select pk, ${isOver(tx, at)} as is_over from visitors v
    where organization_id = ${organizationId} and spot_pk = ${visitor.spot_pk} and deleted_at is null
      and (pk = ${visitor.pk} or car_pk = ${car_pk ?? null})
    order by pk for update`;
  if (!rows.some(({ pk }) => pk === visitor.pk)) return 'missing';
  const other = rows.find(({ pk }) => pk !== visitor.pk);
  if (other && !other.is_over) return 'taken';
  if (other) await deleteVisitor(recorder, { ...visitor, pk: other.pk }, at);
  await queueVisits(recorder, visitor, at);
  if (grants) {
    await takeBack(recorder, visitor.pk, at);
    await insertSessions(recorder, visitor.pk, grants, at);
  }
  const cells = {
    ...(car && car_pk ? { car_pk, plate_key: plateKey(car.plate) } : {}),
    ...(name === undefined ? {} : { name }),
    ...(phone === undefined ? {} : { phone }),
    ...(grants ? { ...summarizeGrants(grants), asked_at: null } : {}),
    updated_at: at,
  };
  await tx`
    update visitors set ${tx.assignments(cells)} where organization_id = ${organizationId} and pk = ${visitor.pk}`;
  return 'changed';
}

/** Deletes a visitor: the right ends at once, and name and phone are gone. Deleting twice changes nothing. */
export async function deleteVisitor(
  recorder: Recorder,
  visitor: VisitorKey,
  at: Instant,
): Promise<void> {
  const { tx, organizationId } = recorder;
  const removed = await tx`
    update visitors set deleted_at = ${at}, name = null, phone = null, asked_at = null
    where organization_id = ${organizationId} and spot_pk = ${visitor.spot_pk} and pk = ${visitor.pk}
      and deleted_at is null`;
  if (removed.count === 0) return;
  await takeBack(recorder, visitor.pk, at);
  await queueVisits(recorder, visitor, at);
}

/** What a visitor had before they were validated at `at`, for an undo. */
export interface ValidatedVisitor extends Pick<VisitorInput, 'validation_source'> {
  pk: number;
  at: Instant;
  asked_at: Instant;
  valid_until: Instant | null;
}

/** Validates a waiting visitor; null when they aren't waiting, or another call was faster. */
export async function validateVisitor(
  recorder: Recorder,
  visitor: VisitorKey & Pick<VisitorInput, 'validation_source'>,
  grant: VisitorGrant,
  at: Instant,
): Promise<ValidatedVisitor | null> {
  const { tx, organizationId } = recorder;
  const [before] = await tx<Omit<ValidatedVisitor, 'at'>[]>`
    update visitors v set asked_at = null, validation_source = ${visitor.validation_source},
      valid_until = greatest(v.valid_until, ${grant.ends_at}), updated_at = ${at}
    from visitors before
    where v.organization_id = ${organizationId} and v.spot_pk = ${visitor.spot_pk} and v.pk = ${visitor.pk}
      and v.asked_at > ${instant(at - kioskRules.waitingHours * hourMs)} and v.deleted_at is null
      and before.organization_id = v.organization_id and before.pk = v.pk
    returning v.pk, before.asked_at, before.valid_until, before.validation_source`;
  if (!before) return null;
  await insertSessions(recorder, visitor.pk, [grant], at);
  return { ...before, at };
}

/** Takes back a validation: the visitor waits again. False when they don't hold it any more. */
export async function undoValidation(
  recorder: Recorder,
  spotPk: number,
  validated: ValidatedVisitor,
  at: Instant,
): Promise<boolean> {
  const { tx, organizationId } = recorder;
  const { pk, asked_at, valid_until, validation_source } = validated;
  const [ended] = await tx<{ ends_at: Instant }[]>`
    update visitor_sessions set ended_at = ${at}
    where organization_id = ${organizationId} and visitor_pk = ${pk} and code_pk is null
      and starts_at = ${validated.at} and ended_at is null
    returning ends_at`;
  if (!ended) return false;
  await queueVisits(recorder, { pk, spot_pk: spotPk }, at);
  await tx`
    update visitors set asked_at = ${asked_at}, validation_source = ${validation_source}, updated_at = ${at},
      valid_until = case when valid_until = ${ended.ends_at} then ${valid_until} else valid_until end
    where organization_id = ${organizationId} and pk = ${pk} and deleted_at is null`;
  return true;
}

/** Takes a waiting visitor off the list; one who never had a right is deleted. False when they don't wait. */
export async function withdrawVisitor(
  recorder: Recorder,
  visitor: VisitorKey,
  at: Instant,
): Promise<boolean> {
  const { tx, organizationId } = recorder;
  const [withdrawn] = await tx<{ was_valid: boolean }[]>`
    update visitors v set asked_at = null, updated_at = ${at}
    where organization_id = ${organizationId} and spot_pk = ${visitor.spot_pk} and pk = ${visitor.pk}
      and asked_at is not null and deleted_at is null
    returning exists (
      select 1 from visitor_sessions s
      where s.organization_id = v.organization_id and s.visitor_pk = v.pk) as was_valid`;
  if (withdrawn && !withdrawn.was_valid) await deleteVisitor(recorder, visitor, at);
  return withdrawn !== undefined;
}
