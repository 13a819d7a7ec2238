import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { must } from '../../../kernel/must.ts';
import { claimReads } from '../../../records/plate-reads.ts';
import type { Recorder } from '../../../records/recorder.ts';
import type { SeenVisit } from '../../../records/visits.ts';
import { changeSeen, recordVisits, removeVisits } from '../../../records/visits.ts';
import { formerVisits } from './former-visits.rules.ts';
import type { FormerVisit, FreshRead, KnownReading } from './pairing.queries.ts';
import { readFormerVisits, readReadings, takeFreshReads } from './pairing.queries.ts';
import type { PairedVisit } from './pairing.rules.ts';
import { longestStayMs, pairReadings } from './pairing.rules.ts';

/** Maximum reads to pair in one transaction. */
export const readsAtOnce = 500;
/** The due time of a visit to check now, whatever the local time at its property. */
const atOnce = instant(0);
/** A visit can begin this long before a read that changes it, and others that affect it as long before that. */
const reach = longestStayMs + dayMs;

/** A visit as it should be, with the former visit. */
interface PairingTarget {
  paired: PairedVisit;
  previousVisit: FormerVisit | null;
}

const toObservation = (paired: PairedVisit, previousVisit: FormerVisit | null): SeenVisit => {
  const { readings: _, plate_key: __, country: ___, ...seenFields } = paired;
  // The state may be known from the car.
  return { ...seenFields, state: seenFields.state ?? previousVisit?.state ?? null };
};

const isChanged = (now: SeenVisit, before: FormerVisit) =>
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

async function writeVisits(recorder: Recorder, spotPk: number, targets: readonly PairingTarget[]) {
  const fresh = targets.filter(({ previousVisit }) => previousVisit === null);
  const recorded = await recordVisits(
    recorder,
    fresh.map(({ paired }) => ({
      ...toObservation(paired, null),
      spot_pk: spotPk,
      source: 'cameras',
      external_id: crypto.randomUUID(),
      status: 'grace period',
      decided: false,
      due_at: atOnce,
    })),
  );
  const changed = targets.flatMap(({ paired, previousVisit }) => {
    const seen = toObservation(paired, previousVisit);
    return previousVisit && isChanged(seen, previousVisit)
      ? [{ ...seen, pk: previousVisit.pk, due_at: atOnce }]
      : [];
  });
  await changeSeen(recorder, changed);
  const pks = new Map(
    fresh.map(({ paired }, index) => [paired, must(recorded[index], 'recorded visit').pk]),
  );
  return {
    pkOf: ({ paired, previousVisit }: PairingTarget) =>
      previousVisit?.pk ?? pks.get(paired) ?? null,
    changes: fresh.length + changed.length,
  };
}

/** Removes visits without reads; one that money depends on stays, and is doubtful from now on. */
async function dropEmpty(recorder: Recorder, emptyVisits: readonly FormerVisit[]): Promise<void> {
  const { kept: protectedVisits = [], gone = [] } = Object.groupBy(emptyVisits, (visit) =>
    visit.kept ? 'kept' : 'gone',
  );
  await removeVisits(
    recorder,
    gone.map((visit) => visit.pk),
  );
  await changeSeen(
    recorder,
    protectedVisits.map((visit) => {
      const { kept: _, ...seen } = visit;
      return { ...seen, doubtful: true, due_at: atOnce };
    }),
  );
}

/**
 * Pairs a property's unpaired reads, up to a number of them, and writes the changes. The property must be locked.
 * Returns whether there may be more reads and whether any visit changed.
 */
export async function pairFreshReads(
  recorder: Recorder,
  spotPk: number,
  atMost: number,
): Promise<{ more: boolean; changed: boolean }> {
  const fresh = await takeFreshReads(recorder, spotPk, atMost);
  if (fresh.length === 0) return { more: false, changed: false };
  const oldest = findOldest(fresh);
  const folds = [...oldest].map(([fold, at]) => ({ fold, since: instant(at - 2 * reach) }));
  const readings = await readReadings(recorder, spotPk, folds, fresh);
  const all = new Map([...fresh, ...readings].map((reading) => [reading.pk, reading.visit_pk]));
  const previousVisits = await readFormerVisits(recorder, spotPk, [...new Set(all.values())]);
  // A read that was moved here from another property leaves its visit there.
  const visitOf = new Map(
    [...all].map(([pk, visit]) => [pk, previousVisits.has(visit ?? 0) ? visit : null]),
  );
  const results = pairFolds(readings, oldest);
  const formerPks = formerVisits(
    results.map(({ paired }) => paired.readings),
    visitOf,
    (pk) => previousVisits.get(pk)?.kept ?? false,
  );
  const targets = results.flatMap(({ paired, settled }, index) => {
    const pk = formerPks[index] ?? null;
    return settled && pk !== null
      ? []
      : [{ paired, previousVisit: pk === null ? null : (previousVisits.get(pk) ?? null) }];
  });
  const { pkOf, changes } = await writeVisits(recorder, spotPk, targets);
  const claims = new Map<number, number | null>(fresh.map(({ pk }) => [pk, null]));
  for (const target of targets) {
    for (const pk of target.paired.readings) {
      if (claims.has(pk) || visitOf.get(pk) !== pkOf(target)) claims.set(pk, pkOf(target));
    }
  }
  const times = new Map([...fresh, ...readings].map((reading) => [reading.pk, reading.at]));
  await claimReads(
    recorder,
    [...claims].map(([pk, visit_pk]) => ({ pk, visit_pk, seen_at: times.get(pk) ?? null })),
  );
  const left = new Set(
    [...visitOf].map(([pk, visit]) => (claims.has(pk) ? claims.get(pk) : visit)),
  );
  const emptyVisits = [...previousVisits.values()].filter(({ pk }) => !left.has(pk));
  await dropEmpty(recorder, emptyVisits);
  return { more: fresh.length === atMost, changed: changes + emptyVisits.length > 0 };
}
