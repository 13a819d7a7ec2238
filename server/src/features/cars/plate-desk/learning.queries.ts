import type { DeskFigures, DeskVerdict } from '@lotkeeper/contract/cars/plate-desk';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Tx } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import type { JudgedRead, Learned } from '../../../records/camera-signs.ts';
import { addSigns, countSigns, lockLearners } from '../../../records/camera-signs.ts';
import type { LikelyPlate, Mistake } from './likely-plates.rules.ts';
import { listLikelyPlates } from './likely-plates.rules.ts';

/** A decision about a visit that was recorded just before. */
interface FreshDecision {
  pk: number;
  visit_pk: number;
  verdict: DeskVerdict;
  /** The plate that the visit had. */
  plate: string;
}

interface DecidedRead {
  camera_pk: number;
  /** As the camera read it. */
  plate: string;
  /** What this decision says that it was; null = nothing. */
  corrected: string | null;
}

/** What a decision says about each read. A person who says who a car belongs to says nothing about its plate. */
function judgeReads(
  { verdict, plate }: Pick<FreshDecision, 'verdict' | 'plate'>,
  reads: readonly DecidedRead[],
): JudgedRead[] {
  return reads.flatMap(({ corrected, ...read }): JudgedRead[] => {
    if (corrected !== null) return [{ ...read, real: corrected }];
    if (verdict === 'misread') return [{ ...read, real: null }];
    const isRight = verdict === 'confirmed' && plateKey(read.plate) === plateKey(plate);
    return isRight ? [{ ...read, real: read.plate }] : [];
  });
}

/**
 * Counts what a decision shows about the cameras that read the visit, and keeps it with the decision. Corrections must be
 * written, and reads not paired again yet. Only cameras that are locked learn.
 */
export async function learn(
  tx: Tx,
  organizationId: number,
  decision: FreshDecision,
  cameras: ReadonlySet<number>,
): Promise<void> {
  if (cameras.size === 0) return;
  const reads = await tx<DecidedRead[]>`
    select camera_pk, plate, case when (corrections->-1->>'decision')::bigint = ${decision.pk}
      and corrections->-1->>'plate' is distinct from corrections->-2->>'plate'
      then corrections->-1->>'plate' end as corrected
    from plate_reads r
    where organization_id = ${organizationId} and camera_pk = any (${[...cameras]}::bigint[]) and not superseded
      and pk = any (array(
        select pk from plate_reads where organization_id = ${organizationId} and visit_pk = ${decision.visit_pk}
        union
        select unnest(reads) from desk_decisions where organization_id = ${organizationId} and pk = ${decision.pk}))`;
  const judged = judgeReads(decision, reads);
  if (judged.length === 0) return;
  const learned = countSigns(judged);
  await addSigns(tx, organizationId, learned, 1);
  await tx`
    update desk_decisions set learned = ${JSON.stringify(learned)}::text::jsonb
    where organization_id = ${organizationId} and pk = ${decision.pk}`;
}

/** Takes back what a decision counted. Comes first in its transaction, since it locks cameras. */
export async function unlearn(tx: Tx, organizationId: number, decision: number): Promise<void> {
  await lockLearners(tx, organizationId, decision);
  const [row] = await tx<{ learned: Learned | null }[]>`
    select learned from desk_decisions
    where organization_id = ${organizationId} and pk = ${decision} and undone_at is null`;
  if (row?.learned) await addSigns(tx, organizationId, row.learned, -1);
}

/** Reads what an organization has, in a scope or in a transaction. */
type Reader = Pick<OrganizationScope, 'organizationId' | 'read'>;

/** A camera mistakes a sign often that it mistook so many times, and in such a share of what is known of the sign. */
const oftenMistaken = { count: 3, share: 0.25 };

/** The plate of a car of the organization that a camera may have mistaken for this one; null if there is none. */
export async function readLikelyPlate(
  scope: Reader,
  readings: readonly { camera_pk: number | null; plate: string }[],
): Promise<LikelyPlate | null> {
  const { organizationId } = scope;
  const cameras = [...new Set(readings.flatMap(({ camera_pk }) => camera_pk ?? []))];
  if (cameras.length === 0) return null;
  const mistakes = await scope.read<Mistake[]>(
    (sql) => sql`
      select s.camera_pk, s.read_sign, s.true_sign, s.count from (
        select *, sum(count) over (partition by camera_pk, read_sign) as total from camera_signs
        where organization_id = ${organizationId} and camera_pk = any (${cameras}::bigint[])) s
      where read_sign <> true_sign and read_sign <> '' and true_sign <> ''
        and count >= ${oftenMistaken.count} and count >= total * ${oftenMistaken.share}::float8
      order by count desc, camera_pk, read_sign, true_sign`,
  );
  const likely = listLikelyPlates(readings, mistakes);
  if (likely.length === 0) return null;
  const keys = [
    ...likely.map(({ plate_key }) => plate_key),
    ...likely.map(({ read_key }) => read_key),
  ];
  const cars = await scope.read<{ plate_key: string; plate: string; state: string }[]>(
    (sql) => sql`
      select plate_key, plate, state from cars
      where organization_id = ${organizationId} and plate_key = any (${keys}::text[]) order by pk`,
  );
  const known = new Map(cars.map((car) => [car.plate_key, car]));
  const best = likely.find((one) => known.has(one.plate_key) && !known.has(one.read_key));
  const car = best && known.get(best.plate_key);
  return best && car ? { ...best, plate: car.plate, state: car.state } : null;
}

/** How often people agreed with suggestions since a time, and how many cars they found misread. */
export async function readFigures(
  { organizationId, read }: Reader,
  spot: number | null,
  since: Instant,
): Promise<Pick<DeskFigures, 'decided' | 'accepted' | 'misread'>> {
  const [row] = await read<Pick<DeskFigures, 'decided' | 'accepted' | 'misread'>[]>(
    (sql) => sql`
      select count(*) as decided, count(*) filter (where verdict = suggested) as accepted,
        count(distinct visit_pk) filter (where verdict in ('misread', 'corrected')) as misread
      from desk_decisions d
      where organization_id = ${organizationId} and undone_at is null and decided_at > ${since}
        ${
          spot === null
            ? sql``
            : sql`and exists (select from visits v
          where v.organization_id = ${organizationId} and v.pk = d.visit_pk and v.spot_pk = ${spot})`
        }`,
  );
  return must(row, 'figures of the desk');
}
