import type { Recorder } from '../recorder.ts';
import { toKeys } from './plate-reads.ts';

/** What a person said about a read. Fields that are null are as the camera said. */
export interface ReadCorrection {
  /** The pk of the decision. */
  decision: number;
  plate: string | null;
  /** Two letters. */
  state: string | null;
  /** Names a stay: all reads with this name are one visit. */
  stay: string | null;
  /** The visit that it belonged to before; absent in old corrections. */
  visit?: number | null;
}

/** A read with what people said about it, oldest first. */
export interface CorrectedRead {
  pk: number;
  spot_pk: number;
  visit_pk: number | null;
  plate: string;
  corrections: ReadCorrection[] | null;
}

/** Reads by pk. */
const readCorrected = (
  { tx, organizationId }: Pick<Recorder, 'tx' | 'organizationId'>,
  pks: readonly number[],
): Promise<CorrectedRead[]> => tx<CorrectedRead[]>`
  select pk, spot_pk, visit_pk, plate, corrections from plate_reads
  where organization_id = ${organizationId} and pk = any (${pks}::bigint[]) order by pk`;

/**
 * Queues a read beside each of these for pairing: theirs may have been part of what the others were paired with, and
 * may have another plate soon.
 */
async function unpairNeighbors(
  { tx, organizationId }: Pick<Recorder, 'tx' | 'organizationId'>,
  pks: readonly number[],
): Promise<void> {
  const beside = tx`
    select pk from plate_reads o
    where o.organization_id = ${organizationId} and o.spot_pk = r.spot_pk and o.plate_fold = r.plate_fold
      and o.pk <> all (${pks}::bigint[])`;
  const rows = await tx<{ pk: number | null }[]>`
    select coalesce(
      (${beside} and o.captured_at between r.since and r.captured_at order by o.captured_at desc limit 1),
      (${beside} and o.captured_at > r.captured_at order by o.captured_at limit 1)) as pk
    from (
      -- Computed apart: an index is only used for what can't reveal rows of others.
      select spot_pk, plate_fold, captured_at, captured_at - interval '62 days' as since from plate_reads
      where organization_id = ${organizationId} and pk = any (${pks}::bigint[]) and plate_fold <> '' offset 0) r`;
  await tx`
    update plate_reads set paired = false
    where organization_id = ${organizationId} and pk = any (${rows.flatMap(({ pk }) => pk ?? [])}::bigint[])`;
}

/**
 * Stores what people said about reads, and queues them for pairing again. The read itself stays as it was sent. The
 * property must be locked.
 */
async function writeCorrections(
  recorder: Pick<Recorder, 'tx' | 'organizationId'>,
  reads: readonly Omit<CorrectedRead, 'spot_pk' | 'visit_pk'>[],
): Promise<void> {
  const { tx, organizationId } = recorder;
  await unpairNeighbors(
    recorder,
    reads.map(({ pk }) => pk),
  );
  const rows = reads.map(({ pk, plate, corrections }) => ({
    pk,
    corrections,
    ...toKeys(corrections?.at(-1)?.plate ?? plate),
  }));
  await tx`
    update plate_reads r
    set corrections = c.corrections, plate_key = c.plate_key, plate_fold = c.plate_fold, paired = false
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      c(pk bigint, corrections jsonb, plate_key text, plate_fold text)
    where r.organization_id = ${organizationId} and r.pk = c.pk`;
}

/** Adds a decision about reads; what it leaves out stays as it was. */
export async function correctReads(
  recorder: Pick<Recorder, 'tx' | 'organizationId'>,
  changes: ReadonlyMap<number, Partial<ReadCorrection>>,
  decision: number,
): Promise<void> {
  const unknown = { plate: null, state: null, stay: null };
  const reads = await readCorrected(recorder, [...changes.keys()]);
  await writeCorrections(
    recorder,
    reads.map(({ pk, plate, visit_pk, corrections }) => {
      const before = corrections ?? [];
      const change = {
        ...unknown,
        ...before.at(-1),
        ...changes.get(pk),
        decision,
        visit: visit_pk,
      };
      return { pk, plate, corrections: [...before, change] };
    }),
  );
}

/** A read with the visit that it belonged to before a decision. */
export interface FormerVisitOfRead {
  pk: number;
  visit: number;
}

/**
 * Takes a decision about reads back. Those of a visit that lost all its reads by it belong to that visit again. Returns
 * where they were before.
 */
export async function takeBackCorrections(
  recorder: Pick<Recorder, 'tx' | 'organizationId'>,
  pks: readonly number[],
  decision: number,
): Promise<FormerVisitOfRead[]> {
  const { tx, organizationId } = recorder;
  const reads = await readCorrected(recorder, pks);
  const formerVisits = reads.flatMap(({ pk, corrections }) => {
    const visit = corrections?.find((correction) => correction.decision === decision)?.visit;
    return visit === undefined || visit === null ? [] : [{ pk, visit }];
  });
  await writeCorrections(
    recorder,
    reads.map(({ pk, plate, corrections }) => {
      const left = (corrections ?? []).filter((correction) => correction.decision !== decision);
      return { pk, plate, corrections: left.length > 0 ? left : null };
    }),
  );
  await tx`
    update plate_reads r set visit_pk = f.visit
    from json_to_recordset(${JSON.stringify(formerVisits)}::text::json) f(pk bigint, visit bigint)
    where r.organization_id = ${organizationId} and r.pk = f.pk
      and exists (select from visits v
        where v.organization_id = ${organizationId} and v.pk = f.visit and v.spot_pk = r.spot_pk)
      and not exists (select from plate_reads o where o.organization_id = ${organizationId} and o.visit_pk = f.visit)`;
  return formerVisits;
}
