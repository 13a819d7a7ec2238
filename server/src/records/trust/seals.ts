import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import type { DayStatement, LeafKind } from '@lotkeeper/evidence/day-statements';
import { hashStatement, leafKinds, writeStatement } from '@lotkeeper/evidence/day-statements';
import type { SqlPool } from '../../kernel/data/database.ts';
import type { Pace } from '../../kernel/load/pace.ts';
import { computeLeafRoot, leafBytes, packLeaves } from './packed-leaves.ts';
import type { Marks } from './seal-barrier.ts';
import type { SealKey } from './seal-key.ts';
import type { Gathered } from './seal-leaves.ts';
import { gatherLeaves, noMarks } from './seal-leaves.ts';

/** A day with more leaves has several seals, so that hashing a tree and proving a row stay short: about 30 ms. */
export const maxLeavesPerSeal = 20_000;

/** An organization and its last seal. */
export interface SealedOrganization {
  pk: number;
  uuid: string;
  last: LastSeal | null;
}

interface LastSeal {
  number: number;
  local_date: LocalDate;
  statement: string;
  leaves: number;
  marks: Marks;
}

/** Whether a seal is full, so that more may be waiting. */
const isFull = ({ leaves }: LastSeal, maxLeaves: number) => leaves >= maxLeaves;

/** Whether an organization has no seal of a day yet, or more to seal for it. */
export const isSealDue = (
  { last }: SealedOrganization,
  day: LocalDate,
  maxLeaves = maxLeavesPerSeal,
): boolean => last === null || last.local_date < day || isFull(last, maxLeaves);

/** Reads an organization's last seal; null before the first. */
export async function readLastSeal(sql: SqlPool, organizationId: number): Promise<LastSeal | null> {
  const marks = leafKinds.map((kind) => sql`, ${sql.unsafe(`'${kind}', ${kind}_to`)}`);
  const [row] = await sql<LastSeal[]>`
    select number, local_date, statement, octet_length(leaves) / ${leafBytes} as leaves,
      json_build_object('from', number${marks}) as marks
    from day_seals where organization_id = ${organizationId} order by number desc limit 1`;
  return row ?? null;
}

interface NewSeal {
  organization: SealedOrganization;
  statement: Omit<DayStatement, 'format'>;
  gathered: Gathered;
  sealedAt: Instant;
}

/** Writes a seal, unless another process wrote one of the same number; returns its statement, or null. */
async function writeSeal(sql: SqlPool, key: SealKey, seal: NewSeal): Promise<string | null> {
  const { organization, gathered, sealedAt } = seal;
  const statement = writeStatement(seal.statement);
  const leaves = packLeaves(leafKinds.flatMap((kind) => gathered.leaves[kind]));
  const marks = Object.fromEntries(leafKinds.map((kind) => [`${kind}_to`, gathered.marks[kind]]));
  const row = {
    organization_id: organization.pk,
    number: seal.statement.number,
    local_date: seal.statement.day,
    sealed_at: sealedAt,
    statement,
    signature: key.sign(statement),
    leaves,
    ...marks,
  };
  return sql.begin(async (tx) => {
    await tx`
      insert into seal_keys (fingerprint, public_key, first_used_at)
      values (${key.fingerprint}, ${key.publicKey}, ${sealedAt}) on conflict do nothing`;
    const written = await tx<{ number: number }[]>`
      insert into day_seals ${tx.values(row)} on conflict do nothing returning number`;
    if (written.length === 0) return null;
    await tx`
      delete from visit_changes
      where organization_id = ${organization.pk} and pk <= ${gathered.marks.visit_changes}`;
    return statement;
  });
}

const countLeaves = ({ leaves }: Gathered) =>
  Object.fromEntries(leafKinds.map((kind) => [kind, leaves[kind].length])) as Record<
    LeafKind,
    number
  >;

/**
 * Seals what arrived at an organization since its last seal, up to a number of leaves, dated with a day. Returns the
 * organization with its new seal; null when nothing arrived, or another process made the seal.
 */
export async function sealNext(
  sql: SqlPool,
  organization: SealedOrganization,
  options: {
    barrier: Marks;
    day: LocalDate;
    sealedAt: Instant;
    key: SealKey;
    maxLeaves: number;
    pace: Pace;
  },
): Promise<SealedOrganization | null> {
  const { barrier, day, sealedAt, key, maxLeaves, pace } = options;
  const { last } = organization;
  const from = last?.marks ?? noMarks;
  const gathered = await gatherLeaves(sql, organization.pk, { from, barrier, maxLeaves, pace });
  if (gathered.size === 0) return null;
  const number = (last?.number ?? 0) + 1;
  const statement = await pace(() =>
    writeSeal(sql, key, {
      organization,
      gathered,
      sealedAt,
      statement: {
        organization: organization.uuid,
        number,
        day,
        sealed_at: toIso(sealedAt),
        previous: last ? hashStatement(last.statement) : null,
        root: computeLeafRoot(leafKinds.flatMap((kind) => gathered.leaves[kind])),
        counts: countLeaves(gathered),
        key: key.fingerprint,
      },
    }),
  );
  if (statement === null) return null;
  const { marks, size } = gathered;
  return { ...organization, last: { number, local_date: day, statement, leaves: size, marks } };
}
