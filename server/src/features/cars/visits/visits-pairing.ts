import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { ReadClaim } from '../../../records/cars/plate-reads.ts';
import { claimReads } from '../../../records/cars/plate-reads.ts';
import type { SeenVisit } from '../../../records/cars/visits/visits.ts';
import { changeSeen, recordVisits, removeVisits } from '../../../records/cars/visits/visits.ts';
import type { Recorder } from '../../../records/recorder.ts';
import { formerVisits } from './former-visits.rules.ts';
import type { FormerVisit, FreshRead, KnownReading, PairingReads } from './pairing.queries.ts';
import { readFormerVisits, readUnpaired } from './pairing.queries.ts';
import type { PairedVisit } from './pairing.rules.ts';
import { longestStayMs, pairReadings } from './pairing.rules.ts';

/** Maximum reads to pair in one transaction. */
export const readsAtOnce = 500;
/** The due time of a visit to check now, whatever the local time at its property. */
const atOnce = instant(0);
/** A visit can begin this long before a read that changes it, and others that affect it as long before that. */
const reach = longestStayMs + dayMs;

/** A visit as it should be, with the former visit. */
export interface PairingTarget {
  paired: PairedVisit;
  previousVisit: FormerVisit | null;
  /** A new visit's name. */
  external_id: string;
}

/** The visits that a property's reads make. */
export interface PairingPlan {
  targets: PairingTarget[];
  /** Former visits that no read is left of. */
  emptyVisits: FormerVisit[];
  claims: ReadClaim[];
}

export const toObservation = (
  paired: PairedVisit,
  previousVisit: FormerVisit | null,
): SeenVisit => {
  const { readings: _, plate_key: __, country: ___, reads_agree: ____, ...seenFields } = paired;
  // The state may be known from the car.
  return { ...seenFields, state: seenFields.state ?? previousVisit?.seen.state ?? null };
};

export const isChanged = (now: SeenVisit, before: SeenVisit) =>
  (Object.keys(now) as (keyof SeenVisit)[]).some((field) => now[field] !== before[field]);

/** The oldest fresh read of each fold. Omitted if no plate was read. */
function findOldest(fresh: readonly FreshRead[]): Map<string, Instant> {
  const oldest = new Map<string, Instant>();
  for (const { plate_fold, at } of fresh) {
    if (plate_fold === '') continue;
    oldest.set(plate_fold, instant(Math.min(at, oldest.get(plate_fold) ?? at)));
  }
  return oldest;
}

/** Pairs each fold again. Visits that were over long before the fresh reads stay as they are. */
function pairFolds(
  readings: readonly KnownReading[],
  oldest: ReadonlyMap<string, Instant>,
): { paired: PairedVisit; settled: boolean }[] {
  const byFold = Map.groupBy(readings, (reading) => reading.plate_fold);
  return [...byFold].flatMap(([fold, group]) => {
    const since = (oldest.get(fold) ?? 0) - reach;
    return pairReadings(group).map((paired) => ({
      paired,
      settled: (paired.exit_at ?? paired.entrance_at ?? 0) < since,
    }));
  });
}

/** Writes new and changed visits, to be decided at once. Returns how many. */
async function writeVisits(recorder: Recorder, spotPk: number, targets: readonly PairingTarget[]) {
  const fresh = targets.filter(({ previousVisit }) => previousVisit === null);
  const changed = targets.flatMap(({ paired, previousVisit }) => {
    const seen = toObservation(paired, previousVisit);
    return previousVisit && isChanged(seen, previousVisit.seen)
      ? [{ ...seen, pk: previousVisit.pk, due_at: atOnce }]
      : [];
  });
  await Promise.all([
    recordVisits(
      recorder,
      fresh.map(({ paired, external_id }) => ({
        ...toObservation(paired, null),
        spot_pk: spotPk,
        source: 'cameras',
        external_id,
        status: 'grace period',
        decided: false,
        due_at: atOnce,
      })),
    ),
    changeSeen(recorder, changed),
  ]);
  return fresh.length + changed.length;
}

/** Removes visits without reads; those that money depends on stay, and are doubtful from now on. Returns these. */
async function dropEmpty(
  recorder: Recorder,
  emptyVisits: readonly FormerVisit[],
): Promise<number[]> {
  const { kept: protectedVisits = [], gone = [] } = Object.groupBy(emptyVisits, (visit) =>
    visit.is_protected ? 'kept' : 'gone',
  );
  await removeVisits(
    recorder,
    gone.map((visit) => visit.pk),
  );
  await changeSeen(
    recorder,
    protectedVisits.map(({ pk, seen }) => ({ ...seen, pk, doubtful: true, due_at: atOnce })),
  );
  return protectedVisits.map(({ pk }) => pk);
}

/** Reads a property's unpaired reads and all that decides how they are paired. The property must be locked. */
export const readPairing = (recorder: Recorder, spotPk: number, atMost: number) =>
  readUnpaired(recorder, spotPk, { atMost, reachMs: 2 * reach });

/** Pairs reads, given the property's former visits that they belong to. */
export function planPairing(
  { fresh, readings }: PairingReads,
  previousVisits: ReadonlyMap<number, FormerVisit>,
): PairingPlan {
  const oldest = findOldest(fresh);
  const all = new Map([...fresh, ...readings].map((reading) => [reading.pk, reading]));
  // A read that was moved here from another property leaves its visit there.
  const visitOf = new Map(
    [...all].map(([pk, { visit_pk }]) => [pk, previousVisits.has(visit_pk ?? 0) ? visit_pk : null]),
  );
  const results = pairFolds(readings, oldest);
  const formerPks = formerVisits(
    results.map(({ paired }) => paired.readings),
    visitOf,
    (pk) => previousVisits.get(pk)?.is_protected ?? false,
  );
  const targets = results.flatMap(({ paired, settled }, index) => {
    const pk = formerPks[index] ?? null;
    return settled && pk !== null
      ? []
      : [
          {
            paired,
            previousVisit: pk === null ? null : (previousVisits.get(pk) ?? null),
            external_id: crypto.randomUUID(),
          },
        ];
  });
  const claimed = new Map<number, PairingTarget | null>(fresh.map(({ pk }) => [pk, null]));
  for (const target of targets) {
    const before = target.previousVisit?.pk ?? null;
    for (const pk of target.paired.readings) {
      if (claimed.has(pk) || before === null || visitOf.get(pk) !== before) claimed.set(pk, target);
    }
  }
  const left = new Set(
    [...visitOf].map(([pk, visit]) => {
      const target = claimed.get(pk);
      return target === undefined ? visit : (target?.previousVisit?.pk ?? null);
    }),
  );
  // What a person said isn't the camera's: if it is undone, the camera's counts again.
  const ownSureness = (reading: FreshRead | undefined) =>
    reading?.is_corrected ? null : (reading?.sureness ?? null);
  return {
    targets,
    emptyVisits: [...previousVisits.values()].filter(({ pk }) => !left.has(pk)),
    claims: [...claimed].map(([pk, target]) => ({
      pk,
      visit_pk: target?.previousVisit?.pk ?? null,
      visit: target?.external_id ?? null,
      seen_at: all.get(pk)?.at ?? null,
      sureness: ownSureness(all.get(pk)),
    })),
  };
}

/**
 * Pairs a property's unpaired reads, up to a number of them, and writes the changes. The property must be locked.
 * Returns whether there may be more reads, whether any visit changed, and which ones stay without reads.
 */
export async function pairFreshReads(
  recorder: Recorder,
  spotPk: number,
  atMost: number,
): Promise<{ more: boolean; changed: boolean; empty: number[] }> {
  const reads = await readPairing(recorder, spotPk, atMost);
  const { fresh } = reads;
  if (fresh.length === 0) return { more: false, changed: false, empty: [] };
  const plan = planPairing(reads, await readFormerVisits(recorder, spotPk, listVisits(reads)));
  const changes = await writeVisits(recorder, spotPk, plan.targets);
  await claimReads(recorder, plan.claims);
  const empty = await dropEmpty(recorder, plan.emptyVisits);
  return {
    more: fresh.length === atMost,
    changed: changes + plan.emptyVisits.length > 0,
    empty,
  };
}

/** The visits that reads belong to so far. */
export const listVisits = ({ fresh, readings }: PairingReads): number[] => [
  ...new Set([...fresh, ...readings].flatMap(({ visit_pk }) => visit_pk ?? [])),
];
