import type { DeskFigures, DeskVerdict } from '@lotkeeper/contract/cars/plate-desk';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Tx } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import type { JudgedRead } from '../../../records/cars/camera-signs.ts';
import { addSigns, countSigns } from '../../../records/cars/camera-signs.ts';
import type { LikelyPlate, Mistake } from './likely-plates.rules.ts';
import { listLikelyPlates } from './likely-plates.rules.ts';

/** A decision about a visit, and what it says about the visit's reads. */
export interface Lesson {
  decision: number;
  verdict: DeskVerdict;
  /** The plate that the visit had. */
  plate: string;
  /** The reads that the decision is about, and those that it corrects. */
  reads: readonly number[];
  corrections: ReadonlyMap<number, { plate?: string | null }>;
}

interface JudgedRow {
  pk: number;
  camera_pk: number;
  /** As the camera read it. */
  plate: string;
  /** Whether an earlier decision said the same. */
  is_repeated: boolean;
}

/** What a decision says about each read. A person who says who a car belongs to says nothing about its plate. */
function judgeReads(
  { verdict, plate, corrections }: Lesson,
  rows: readonly JudgedRow[],
): JudgedRead[] {
  return rows.flatMap(({ pk, is_repeated, ...read }): JudgedRead[] => {
    const corrected = corrections.get(pk)?.plate ?? null;
    if (corrected !== null) return is_repeated ? [] : [{ ...read, real: corrected }];
    if (verdict === 'misread') return [{ ...read, real: null }];
    const isRight = verdict === 'confirmed' && plateKey(read.plate) === plateKey(plate);
    return isRight ? [{ ...read, real: read.plate }] : [];
  });
}

/** Counts what a decision shows about the cameras of the reads, and keeps it with the decision. */
export async function learn(tx: Tx, organizationId: number, lesson: Lesson): Promise<void> {
  const rows = await tx<JudgedRow[]>`
    select pk, camera_pk, plate, coalesce(corrections->-1->>'plate' = corrections->-2->>'plate', false) as is_repeated
    from plate_reads
    where organization_id = ${organizationId} and pk = any (${[...lesson.reads]}::bigint[])
      and camera_pk is not null`;
  const judged = judgeReads(lesson, rows);
  if (judged.length === 0) return;
  const learned = countSigns(judged);
  await addSigns(tx, organizationId, learned, 1);
  await tx`
    update desk_decisions set learned = coalesce(learned, '{}') || ${JSON.stringify(learned)}::text::jsonb
    where organization_id = ${organizationId} and pk = ${lesson.decision}`;
}

/** A camera mistakes a sign often that it mistook so many times, and in such a share of what is known of the sign. */
const oftenMistaken = { count: 3, share: 0.25 };

/** Reads an organization's rows: each query on its own, or in a transaction. */
export type Reader = Pick<OrganizationScope, 'organizationId' | 'read'>;

/** The plate of a car of the organization that a camera may have mistaken for a visit's; null if there is none. */
export async function readLikelyPlate(
  { organizationId, read }: Reader,
  visit: { plate: string; readings: readonly { camera_pk: number | null; plate: string }[] },
): Promise<LikelyPlate | null> {
  const readings = visit.readings.filter(({ plate }) => plateKey(plate) === plateKey(visit.plate));
  const cameras = [...new Set(readings.flatMap(({ camera_pk }) => camera_pk ?? []))];
  if (cameras.length === 0) return null;
  const mistakes = await read<Mistake[]>(
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
  const cars = await read<{ plate_key: string; plate: string; state: string }[]>(
    (sql) => sql`
      select plate_key, plate, state from cars
      where organization_id = ${organizationId} and plate_key = any (${keys}::text[]) order by pk`,
  );
  const known = new Map(cars.map((car) => [car.plate_key, car]));
  const best = likely.find(
    (candidate) => known.has(candidate.plate_key) && !known.has(candidate.read_key),
  );
  const car = best && known.get(best.plate_key);
  return best && car ? { ...best, plate: car.plate, state: car.state || null } : null;
}

/** How often people agreed with suggestions since a time, and how many cars they found misread. */
export async function readFigures(
  { organizationId, read }: Reader,
  spot: number | null,
  since: Instant,
): Promise<Omit<DeskFigures, 'days'>> {
  const [row] = await read<Omit<DeskFigures, 'days'>[]>(
    (sql) => sql`
      select count(*) as decided, count(*) filter (where suggested <> 'none') as suggested, count(*) filter (where coalesce(accepted, verdict = suggested)) as accepted,
        count(distinct visit_pk) filter (
          where verdict in ('misread', 'corrected') or learned -> 'misreads' <> '{}') as misread
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
